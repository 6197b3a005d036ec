/// Every benchmark by name, with the baselines that design and contract name for it.
enum Catalogue {
    static let all: [Benchmark] =
        [
            Benchmark(
                name: "append.batch", unit: "events/s", events: (full: 500_000, quick: 50_000),
                ours: engineSubjects["append.batch"],
                baselines: [{ LMDBAppend(name: "lmdb-append", batch: 1_000) }, { SQLiteAppend(batch: 1_000) }]),
            Benchmark(
                name: "append.single", unit: "events/s", events: (full: 500, quick: 200), rounds: 21,
                ours: engineSubjects["append.single"],
                baselines: [{ LMDBAppend(name: "lmdb-commit", batch: 1) }]),
            Benchmark(
                name: "append.concurrent", unit: "events/s", events: (full: 500, quick: 200), rounds: 21,
                ours: engineSubjects["append.concurrent"],
                baselines: [{ LMDBAppend(name: "lmdb-commit", batch: 1) }]),
            Benchmark(
                name: "append.typed", unit: "us of CPU", events: (full: 2_000, quick: 200), rounds: 9,
                ours: { DoseAppend(isTyped: true) }, baselines: [{ DoseAppend(isTyped: false) }]),
            Benchmark(
                name: "replay", unit: "events/s", events: (full: 1_000_000, quick: 100_000),
                ours: engineSubjects["replay"],
                baselines: [{ LMDBScan() }, { SQLiteJSONReplay() }]),
            Benchmark(
                name: "replay.keys", unit: "events/s", events: (full: 10_000, quick: 1_000),
                ours: engineSubjects["replay.keys"]),
            Benchmark(
                name: "mixed.replay", unit: "events/s", events: (full: 400_000, quick: 40_000),
                ours: { MixedReplay() },
                baselines: [{ MixedScan() }, { MixedJSONReplay(isWhole: false) }, { MixedJSONReplay(isWhole: true) }]),
            Benchmark(
                name: "verify", unit: "events/s", events: (full: 1_000_000, quick: 100_000),
                ours: engineSubjects["verify"],
                baselines: [{ VerifyHashes() }]),
        ]
        + withoutBaseline.map { name, unit, events in
            Benchmark(name: name, unit: unit, events: events, ours: engineSubjects[name])
        }
        + ShellCommand.commands.map { command in
            Benchmark(
                name: "shell." + command.name, unit: "ms", events: (10_000, 10_000), rounds: 9,
                ours: { ShellCommand(command.arguments) })
        } + logbooks + [
            Benchmark(
                name: "shell.keyed.replay", unit: "ms", events: (10_000, 1_000), rounds: 9,
                ours: { ShellCommand(["replay"], of: .logbook(.keyed)) })
        ] + past + alarms + water + quiz

    /// The same number of flights with other histories.
    private static let logbooks: [Benchmark] = [LogbookWorkload.imported, .edited, .superseded].flatMap { kind in
        ShellCommand.ofLogbooks.map { command in
            Benchmark(
                name: "shell.\(kind.rawValue).\(command.name)", unit: "ms", events: (10_000, 10_000), rounds: 9,
                ours: { ShellCommand(command.arguments, of: .logbook(kind)) })
        }
    }

    /// Of any day, as known at any position of a logbook of a million events; milliseconds that 99 of 100 stay below.
    private static let past: [Benchmark] =
        PastQuestions.Kind.allCases.map { kind in
            Benchmark(
                name: "asof." + kind.rawValue, unit: "ms p99", events: (1_000_000, 50_000),
                ours: { PastQuestions(kind) })
        } + [Benchmark(name: "growth.asof", unit: "times", events: (10_000_000, 100_000), ours: { PastGrowth() })]

    private static let alarms: [Benchmark] =
        [
            Benchmark(
                name: "alarms.list", unit: "ms", events: (1_000, 1_000), rounds: 9, ours: { AlarmListing(days: 0) }),
            Benchmark(
                name: "alarms.list-fired", unit: "ms", events: (1_000, 1_000), rounds: 9,
                ours: { AlarmListing(days: 10) }),
            Benchmark(name: "alarms.next", unit: "us", events: (20_000, 5_000), ours: { NextFires() }),
        ]
        + ShellCommand.ofAlarms.map { command in
            Benchmark(
                name: "shell." + command.name, unit: "ms", events: (1_000, 1_000), rounds: 9,
                ours: { ShellCommand(command.arguments, of: .alarms) })
        }

    /// 10,000 answers.
    private static let quiz: [Benchmark] =
        [
            Benchmark(
                name: "quiz.stats", unit: "ms", events: (10_000, 10_000), rounds: 9, ours: { QuizQuestion(.asking) }),
            Benchmark(
                name: "quiz.first", unit: "ms", events: (10_000, 10_000), rounds: 9, ours: { QuizQuestion(.opening) }),
            Benchmark(
                name: "quiz.next", unit: "ms", events: (10_000, 10_000), rounds: 9, ours: { QuizQuestion(.answering) }),
            Benchmark(name: "quiz.generate", unit: "us", events: (1_000, 200), ours: { QuizPlans() }),
        ]
        + ShellCommand.ofTests.map { command in
            Benchmark(
                name: "shell." + command.name, unit: "ms", events: (10_000, 10_000), rounds: 9,
                ours: { ShellCommand(command.arguments, of: .tests) })
        }

    /// Ten years of ten drinks a day.
    private static let water: [Benchmark] =
        WaterQuestion.all.map { question in
            Benchmark(
                name: "water." + question.name, unit: "ms", events: (36_500, 36_500), rounds: 9,
                ours: { WaterQuestion(question.ask) })
        }
        + ShellCommand.ofWater.map { command in
            Benchmark(
                name: "shell." + command.name, unit: "ms", events: (36_500, 36_500), rounds: 9,
                ours: { ShellCommand(command.arguments, of: .water) })
        }

    /// Measured against a figure, not against another program.
    private static let withoutBaseline: [(String, String, (full: Int, quick: Int))] = [
        ("open", "ms", (1_000_000, 50_000)),
        ("growth.append", "times", (10_000_000, 100_000)),
        ("memory.replay", "KiB", (10_000_000, 100_000)),
        ("sync.insync", "bytes", (10_000, 1_000)),
        ("sync.tail", "percent over", (10_000, 1_000)),
        ("sync.fresh", "events/s", (100_000, 10_000)),
        ("merge.past", "ms", (100_000, 10_000)),
        ("hub.push", "events/s", (100_000, 10_000)),
    ]
}
