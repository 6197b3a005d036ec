import DaybookDomains

/// The forms of practice tests: a state is chosen, questions are answered, a test is begun and handed in.
extension PageSite {
    func writePractice(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        if let response = try writePracticeSettings(items, at: names) { return response }
        let secrets = try FormSecrets(items)
        switch (names[0], names.count, names.last) {
        case ("practice", 2, "state"?): return try chooseState(items, try SeenRecord(items))
        case ("practice", 2, "train"?): return try train(items, try SeenRecord(items))
        case ("practice", 2, "start"?): return try start(items, secrets)
        case ("test", 3, "answer"?), ("test", 3, "submit"?):
            guard let stream = StreamID("test/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try names[2] == "answer" ? answer(items, stream) : submit(stream)
        default: throw PageProblem.noPage(address.path)
        }
    }

    private func text(_ name: String, _ items: [PageAddress.Item]) throws(PageProblem) -> String {
        guard let text = items.last(where: { $0.name == name })?.value else { throw .malformed }
        return text
    }

    private func number(_ name: String, _ items: [PageAddress.Item]) throws(PageProblem) -> Int {
        guard let number = Digits.value(Array(try text(name, items).utf8)[...]) else { throw .malformed }
        return number
    }

    private func seePractice(_ saved: String) -> PageResponse {
        .seeOther(PageAddress("/practice", [.init(name: "saved", value: saved)]))
    }

    private func chooseState(_ items: [PageAddress.Item], _ seen: SeenRecord) throws -> PageResponse {
        let state = try Ledger.state(named: try text("state", items))
        return try open(.readWrite) { ledger in
            // The same state again is no choice.
            if try ledger.quizBook().selected == state { return seePractice("state") }
            // A form that is sent again after another choice chooses nothing.
            let history = try ledger.history(of: ProgressResets.stream)?.value
            guard case .same = seen.state(history, by: try ledger.principal) else { return seePractice("changed") }
            try ledger.selectState(state)
            return seePractice("state")
        }
    }

    private func train(_ items: [PageAddress.Item], _ seen: SeenRecord) throws -> PageResponse {
        let (set, choice) = (try number("set", items), try number("choice", items))
        guard let question = QuestionID(try text("question", items)) else { throw PageProblem.malformed }
        let answered = PageAddress(
            "/practice/train",
            [
                .init(name: "set", value: "\(set)"), .init(name: "question", value: question.text),
                .init(name: "choice", value: "\(choice)"),
            ])
        return try open(.readWrite) { ledger in
            let state = try ledger.quizBook().chosen().state
            let history = try ledger.history(of: StreamID(kind: "training", id: state.code))?.value
            // A form that is sent again finds its answer behind what was seen.
            let now = seen.state(history, by: try ledger.principal) { event in
                event.data?["question"]?.stringValue == question.text && event.data?["choice"]?.integerValue == choice
            }
            switch now {
            case .done: break
            case .changed: return seePractice("changed")
            case .same: try ledger.train(set: set, question: question, choice: choice)
            }
            return .seeOther(answered)
        }
    }

    private func start(_ items: [PageAddress.Item], _ secrets: FormSecrets) throws -> PageResponse {
        let test = try number("test", items)
        let name = "daybook/page/test/1\n\(secrets.key)\n\(test)"
        let id = String(Ledger.digest(ofFile: Array(name.utf8)).prefix(32))
        return try open(.readWrite) { ledger in
            let stream = StreamID(kind: "test", id: id)
            if try ledger.history(of: stream) == nil { try ledger.startTest(test, id: id) }
            return .seeOther(PageAddress("/\(stream.text)"))
        }
    }

    private func answer(_ items: [PageAddress.Item], _ stream: StreamID) throws -> PageResponse {
        let (index, choice) = (try number("index", items), try number("choice", items))
        return try open(.readWrite) { ledger in
            let answers = try ledger.quizBook().attempt(stream).state.answers
            // A form that is sent again finds its answer.
            if !answers.indices.contains(index) || answers[index] != choice {
                try ledger.answerTest(choice, index: index, attempt: stream)
            }
            return .seeOther(PageAddress("/\(stream.text)"))
        }
    }

    private func submit(_ stream: StreamID) throws -> PageResponse {
        try open(.readWrite) { ledger in
            if try ledger.quizBook().attempt(stream).completed == nil { try ledger.submitTest(stream) }
            return .seeOther(PageAddress("/\(stream.text)"))
        }
    }
}
