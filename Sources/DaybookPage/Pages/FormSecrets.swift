/// The hidden fields of a form: they show where it comes from, and make it write once.
struct FormSecrets {
    /// The same in each form of the page.
    let token: String
    /// Of this form alone. A repeated request with the key writes nothing again.
    let key: String
    /// The number of events of the record when the form was opened; nil for a new record.
    var version: Int?

    init(token: String, key: String, version: Int? = nil) {
        self.token = token
        self.key = key
        self.version = version
    }

    /// As a browser sent them.
    ///
    /// - Throws: ``PageProblem`` for a key that is missing, there twice, empty or too long.
    init(_ items: [PageAddress.Item]) throws(PageProblem) {
        func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
        let (keys, versions) = (values("key"), values("version"))
        guard keys.count == 1, (1...64).contains(keys[0].utf8.count), versions.count <= 1 else {
            throw PageProblem.malformed
        }
        self.init(token: "", key: keys[0], version: versions.first.flatMap { Int($0) })
    }

    func add(to content: inout HTML) {
        let items = [("form", token), ("key", key)] + (version.map { [("version", "\($0)")] } ?? [])
        for (name, value) in items {
            content.element(.input, .named("type", "hidden"), .named("name", name), .named("value", value))
        }
    }
}
