import DaybookDomains
import Foundation

/// Events of all four ledgers in turn: a flight, a drink, an alarm or what became of it, an answer in training or in a
/// test.
///
/// A pure function of the number of each event. Every alarm fires and is done 50 days in a row; every test is begun,
/// answered and handed in; answers in training are spread over the fifty states.
struct MixedShape {
    struct Event {
        let draft: EventDraft
        /// As a line that `append` takes.
        let line: String

        /// The line states when it happened; without a time of its own that is when it was written.
        init(stream: StreamID, type: String, data: JSONValue, at instant: Instant = MixedShape.now) {
            draft = EventDraft(
                stream: stream, type: type, data: .json(data),
                occurred: .instant(instant, offsetSeconds: 0, zone: "UTC"))
            line = #"{"stream":"\#(stream)","type":"\#(type)","occurred":"\#(instant)","data":\#(data.text)}"#
        }

        init(_ flight: Flight) { (draft, line) = (flight.draft, flight.line()) }
    }

    let count: Int
    private let flights: Shape
    private static let california = StateCode("CA")
    private static let questions = BankShelf.builtIn.universal.questions
    static let now = Instant("2026-02-10T23:00:00Z") ?? .earliest
    /// 08:00 in UTC on the first of the days.
    private static let firstFire = Instant("2021-01-01T08:00:00Z") ?? .earliest
    private static let eventsOfAlarm = 100
    private static let eventsOfTest = TestSlices.size + 2

    init(count: Int) {
        self.count = count
        flights = Shape(count: (count + 3) / 4)
    }

    /// The event that opens the tests of the state whose tests are taken.
    static var first: [Event] {
        questions.prefix(QuizRules.correctToUnlock).map { answer(to: $0, in: "CA", isRight: true) }
    }

    func event(_ index: Int) -> Event {
        let turn = index / 4
        switch index % 4 {
        case 0: return Event(flights.flight(turn))
        case 1: return drink(turn)
        case 2: return alarm(turn / Self.eventsOfAlarm, turn % Self.eventsOfAlarm)
        default:
            if turn % 2 == 1 { return test(turn / 2 / Self.eventsOfTest, turn / 2 % Self.eventsOfTest) }
            let state = StateCode.all[turn / 2 % StateCode.all.count]
            return Self.answer(to: Self.questions[turn % Self.questions.count], in: state.code, isRight: turn % 3 > 0)
        }
    }

    private func drink(_ number: Int) -> Event {
        // Ten drinks a day, the last on the day of `now`.
        let day = Self.now.milliseconds / 86_400_000 - Int64((count / 4 - number) / 10)
        let date = CivilDate(day: Int32(day))
        let instant = Instant(milliseconds: day * 86_400_000 + Int64(number % 10) * 3_600_000 + 28_800_000)
        return Event(
            stream: BenchStream.named("drink/d\(number)"), type: "drink.added",
            data: Drink(kind: .water, volumeMl: 260, effectiveMl: 260, date: date).eventData,
            at: min(instant, Self.now))
    }

    private func alarm(_ number: Int, _ place: Int) -> Event {
        let stream = BenchStream.named("alarm/a\(number)")
        if place == 0 {
            let schedule = JSONValue.object(pairs: [
                "kind": .string("customDays"), "interval": .integer(1), "start": .string("2021-01-01"),
                "times": .array([.string("08:00")]), "zone": .string("UTC"),
            ])
            return Event(
                stream: stream, type: "alarm.created",
                data: .object(pairs: ["title": .string("Alarm \(number)"), "schedule": schedule]))
        }
        let fire = Instant(milliseconds: Self.firstFire.milliseconds + Int64((place - 1) / 2) * 86_400_000)
        let stated = Instant(milliseconds: fire.milliseconds + Int64((place - 1) % 2) * 60_000)
        let data = JSONValue.object(pairs: ["occurrence": .string(fire.description)])
        return Event(stream: stream, type: place % 2 == 1 ? "alarm.fired" : "alarm.completed", data: data, at: stated)
    }

    private func test(_ number: Int, _ place: Int) -> Event {
        let stream = BenchStream.named("test/t\(number)")
        guard place == 0 else {
            if place == Self.eventsOfTest - 1 {
                return Event(stream: stream, type: "test.completed", data: .object([]))
            }
            let data = JSONValue.object(pairs: ["index": .integer(place - 1), "choice": .integer((place + number) % 4)])
            return Event(stream: stream, type: "answer.submitted", data: data)
        }
        guard let state = Self.california,
            let plan = TestPlan(number: 1, state: state, attempt: number + 1, shelf: .builtIn)
        else {
            preconditionFailure("California has a bank")
        }
        return Event(
            stream: stream, type: "test.started",
            data: TestStarted(plan, test: 1, state: state, attempt: number + 1).data)
    }

    private static func answer(to question: Question, in state: String, isRight: Bool) -> Event {
        let answer = TrainingAnswer(
            set: 0, question: question.id, choice: isRight ? question.correct : (question.correct + 1) % 4,
            isCorrect: isRight, happened: now)
        return Event(stream: BenchStream.named("training/\(state)"), type: "training.answered", data: answer.data)
    }
}

/// A ledger of mixed events, built once for all rounds and subjects, and the rows of its log as it has them.
final class BuiltMixture: @unchecked Sendable {  // used by one thread
    static let shared = BuiltMixture()
    private var folder = ""
    private var count = -1
    private(set) var rows = StoredRows()
    private var whole: [String] = []

    /// The ledger's folder; `near` names a folder beside which it is made.
    func path(_ count: Int, near folder: String) throws -> String {
        if self.count == count { return self.folder }
        let place = URL(fileURLWithPath: folder).deletingLastPathComponent().appendingPathComponent("mixture").path
        try? FileManager.default.removeItem(atPath: place)  // Absent is what we want.
        let ledger = try Ledger.create(
            at: place + "/ledger", zone: "UTC", name: "bench", environment: .daybook(clock: { MixedShape.now }))
        try ledger.changeTier(AlarmTier(.plus))
        let shape = MixedShape(count: count)
        _ = try ledger.append(MixedShape.first.map(\.draft))
        for start in stride(from: 0, to: count, by: 4_000) {
            _ = try ledger.append((start..<min(start + 4_000, count)).map { shape.event($0).draft })
        }
        ledger.close()
        rows = try StoredRows(of: place + "/ledger")
        whole = []
        self.folder = place + "/ledger"
        self.count = count
        return self.folder
    }

    /// The first of its events, each with all that it says, as JSON.
    func lines(_ count: Int, _ most: Int, near folder: String) throws -> [String] {
        let path = try path(count, near: folder)
        if !whole.isEmpty { return whole }
        let ledger = try Ledger.open(at: path, .readOnly, environment: .daybook())
        defer { ledger.close() }
        try ledger.events(Ledger.EventFilter()) { event in
            let envelope = event.envelope
            let basis = envelope.basis.map { JSONValue.string($0.hex) }
            var members: [JSONValue.Member] = [
                .init("id", .string(event.id.hex)), .init("origin", .string(envelope.origin.hex)),
                .init("sequence", .integer(envelope.sequence.value)),
                .init("basis", .array(basis)), .init("stream", .string(envelope.stream.text)),
                .init("type", .string(envelope.type)),
                .init("version", .integer(envelope.schemaVersion)), .init("actor", .string(envelope.actor.hex)),
                .init("recorded", .string(envelope.recorded.description)),
                .init("occurred", .string(envelope.validTime.description)),
                .init("bodyDigest", .string(envelope.bodyDigest.hex)),
            ]
            members.append(.init("data", event.data ?? .null))
            whole.append(JSONValue.object(members).text)
            return whole.count < most
        }
        return whole
    }
}
