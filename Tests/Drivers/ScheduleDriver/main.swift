// Answers next fires for an oracle in another language: a line in, a line out.
//
//     kind interval days weekday week month day start times zone weekStart now count
//
// Fields are separated by tabs, days and times (seconds since midnight) by commas; the answer is the next `count` fires
// strictly after `now`, separated by blanks. The last line of the output is the cost of one next fire.
var answers = ScheduleAnswers()
while let line = readLine() { print(answers.answer(line)) }
print(answers.cost)
