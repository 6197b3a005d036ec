// Answers for an oracle in another language about passenger currency, trips and 61.109(a): a logbook a line, as JSON.
//
//     {"fleet": [{"id", "class", "gear", "equipment"}], "flights": [{"id", "date", …}], "on": [day, …],
//      "part142": bool}
//
// Hours are seconds and distances tenths of a nautical mile. The answer of a line is one JSON object.
var answers = LogbookAnswers()
while let line = readLine() { print(answers.answer(line)) }
