/// The fold of the JSON baseline over events of all four ledgers: days of flights and drinks, what became of alarms,
/// attempts, answers.
struct MixedFold {
    struct Event: Decodable {
        let stream: String
        /// When it happened; of a flight its date is in the data.
        let occurred: String?
        let data: Content

        private enum Key: CodingKey { case stream, type, occurred, data }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            stream = try container.decode(String.self, forKey: .stream)
            occurred = try container.decodeIfPresent(String.self, forKey: .occurred)
            switch try container.decode(String.self, forKey: .type) {
            case "flight.logged": data = .flight(try container.decode(DaySumFold.Entry.self, forKey: .data))
            case "drink.added": data = .drink(try container.decode(Drink.self, forKey: .data))
            case "alarm.created": data = .alarm(try container.decode(Alarm.self, forKey: .data))
            case "alarm.fired": data = .fired(try container.decode(Fire.self, forKey: .data))
            case "alarm.completed": data = .done(try container.decode(Fire.self, forKey: .data))
            case "training.answered": data = .trained(try container.decode(Trained.self, forKey: .data))
            case "test.started": data = .test(try container.decode(Test.self, forKey: .data))
            case "answer.submitted": data = .answer(try container.decode(Answer.self, forKey: .data))
            default: data = .handedIn
            }
        }
    }

    enum Content {
        case flight(DaySumFold.Entry), drink(Drink), alarm(Alarm), fired(Fire), done(Fire), trained(Trained), test(
            Test), answer(Answer), handedIn
    }

    struct Drink: Decodable { let kind: String, volumeMl: Int, effectiveMl: Int, date: String }

    struct Alarm: Decodable {
        struct Schedule: Decodable { let kind: String, interval: Int, start: String, times: [String], zone: String }
        let title: String
        let schedule: Schedule
    }

    struct Fire: Decodable { let occurrence: String }
    struct Trained: Decodable { let set: Int, question: String, choice: Int, correct: Bool }
    struct Test: Decodable {
        let test: Int, state: String, attempt: Int, items: [String], permutation: [String], right: String
    }
    struct Answer: Decodable { let index: Int, choice: Int }

    /// An attempt as far as its events state it.
    private struct Attempt {
        let right: [UInt8]
        var choices: [Int] = []
        var isDone = false
    }

    private var flights = DaySumFold()
    private var drinks: [String: (effective: Int, volume: Int, count: Int)] = [:]
    private var alarms: [String: (fired: Int, done: Int, latest: String)] = [:]
    private var training: [String: (answered: Int, correct: Int)] = [:]
    private var attempts: [String: Attempt] = [:]
    /// On which something was answered.
    private var days: Set<Substring> = []

    mutating func add(_ event: Event) {
        switch event.data {
        case .flight(let entry): flights.add(entry)
        case .drink(let drink):
            drinks[drink.date, default: (0, 0, 0)].effective += drink.effectiveMl
            drinks[drink.date]!.volume += drink.volumeMl
            drinks[drink.date]!.count += 1
        case .alarm: alarms[event.stream] = (0, 0, "")
        case .fired(let fire):
            alarms[event.stream]?.fired += 1
            alarms[event.stream]?.latest = max(fire.occurrence, event.occurred ?? "")
        case .done: alarms[event.stream]?.done += 1
        case .trained(let answer):
            training[event.stream, default: (0, 0)].answered += 1
            if answer.correct { training[event.stream]!.correct += 1 }
            days.insert(event.occurred?.prefix(10) ?? "")
        case .test(let test): attempts[event.stream] = Attempt(right: Array(test.right.utf8))
        case .answer(let answer):
            if attempts[event.stream]?.choices.count == answer.index {
                attempts[event.stream]!.choices.append(answer.choice)
            }
        case .handedIn: attempts[event.stream]?.isDone = true
        }
    }

    var digest: String {
        let score = attempts.values.reduce(0) { sum, attempt in
            sum + zip(attempt.right, attempt.choices).count { Int($0) - 0x41 == $1 }
        }
        let parts = [
            flights.digest, "\(drinks.values.reduce(0) { $0 + $1.effective }) mL",
            "\(alarms.values.reduce(0) { $0 + $1.fired + $1.done }) of alarms",
            "\(training.values.reduce(0) { $0 + $1.correct }) right on \(days.count) days",
            "\(attempts.values.count(where: \.isDone)) tests with \(score)",
        ]
        return parts.joined(separator: ", ")
    }
}
