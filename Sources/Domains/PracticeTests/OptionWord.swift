/// The words by which an option refers to others, in English and Spanish, small and without the accents of vowels.
enum OptionWord {
    static let letters = words("a b c d")
    static let joining = words("and or nor y o u e ni")
    static let nouns = plurals.union(
        words(
            """
            answer option choice statement item items response selection selections alternative respuesta opcion
            alternativa enunciado afirmacion inciso
            """))
    static let plurals = words(
        """
        responses answers options choices statements alternatives respuestas opciones alternativas enunciados
        afirmaciones incisos
        """)
    /// Figures and numerals of Rome, as statements are numbered.
    static let figures = words("1 2 3 4 i ii iii iv")
    static let numbers = figures.union(words("one two three four una uno dos tres cuatro"))
    static let counts = words("2 3 4 two three four dos tres cuatro")
    static let ordinals = words(
        """
        first second third fourth last 1st 2nd 3rd 4th primera primero primeras primeros segunda segundo tercera
        tercero cuarta cuarto ultima ultimo ultimas ultimos 1ª 2ª 3ª 4ª 1º 2º 3º 4º
        """)
    static let pairs = words("both either neither ambas ambos")
    static let all = words(
        """
        all none any each every everything anything todas todos toda todo ninguna ninguno cualquiera cada
        """)
    static let above = words(
        """
        above aforementioned foregoing preceding previous prior anterior anteriores precedente precedentes arriba
        """)
    static let below = words("below following siguiente siguientes abajo")
    static let same = words("same former latter misma mismo mismas mismos")
    static let demonstratives = words("these those estas estos esas esos")
    static let others = demonstratives.union(
        words("this them others other another rest remaining ellas ellos otras otros otra otro demas"))
    static let articles = words("the la el las los lo")
    static let only = words("only just alone solo solamente unicamente")
    static let stated = words(
        """
        listed named given mentioned stated shown described mencionado mencionada mencionados mencionadas indicado
        indicadas indicados dicho dichas nombrados nombradas
        """)
    static let verbs = words("is are was were be es son estan")
    static let from = words("of de")
    /// Words behind a letter A that is no article.
    static let afterA = joining.union(verbs).union(only).union(words("if when si cuando through thru to"))
    /// Words before "above" or "siguientes" that make an option of it.
    static let beforeDirection = articles.union(all).union(others)
    static let quantities = all.union(numbers).union(pairs)
    /// Words whose letter or letters are no option: "Class A or B".
    static let lettered = words(
        """
        class classes type types group category vitamin clase clases tipo tipos grupo categoria vitamina licencia
        license
        """)
    static let countable = numbers.union(joining).union(pairs).union(only)
    /// Numbers and ranks, which beside others of their kind are values.
    static let scale = numbers.union(ordinals).union(
        words(
            """
            five six seven eight nine ten fifth sixth seventh eighth ninth tenth none cinco seis siete ocho nueve diez
            quinta quinto sexta sexto septima septimo octava octavo novena noveno decima decimo ninguna ninguno
            """))
    /// The words of which a reference has at least one.
    static let pointing = [
        letters, nouns, numbers, ordinals, pairs, all, above, below, same, others, stated,
        words("no not ningun number numero"),
    ].reduce(into: Set<String>()) { $0.formUnion($1) }
    /// All words without content of their own.
    static let closed = [
        letters, joining, nouns, numbers, ordinals, pairs, all, above, below, same, others, articles, only, stated,
        verbs, connecting,
    ].reduce(into: Set<String>()) { $0.formUnion($1) }

    /// Words that join the others, and words about right and wrong.
    private static let connecting = words(
        """
        of but not except excluding besides plus as in to with than more can may would it they that which here no apply
        applies correct right true false wrong incorrect together combined except excepto salvo menos sin de del que se
        aplica aplican pueden ser al por en con igual como tanto mas junto juntas correcta correctas correcto correctos
        cierta ciertas cierto ciertos verdadera verdaderas falsa falsas incorrecta incorrectas nada what choose pick
        select mark elija escoja vez previously anteriormente letter letters letra letras if when si cuando through thru
        middle next cosas before well see ver excepcion hay given ª º then luego number numero ones
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
