import DaybookDomains

/// The choices that a command's answer rests on without showing them; names those that a clock ahead wrote.
struct ChoiceGrounds: Sendable {
    /// The registers that the answer reads.
    var registers: [ChoiceSource] = []
    /// The kinds of the records that it reads.
    var kinds: Set<String> = []

    static let none = ChoiceGrounds()

    static func records(_ kinds: String..., reading registers: [ChoiceSource] = []) -> ChoiceGrounds {
        ChoiceGrounds(registers: registers, kinds: Set(kinds))
    }

    static func + (left: ChoiceGrounds, right: ChoiceGrounds) -> ChoiceGrounds {
        ChoiceGrounds(registers: left.registers + right.registers, kinds: left.kinds.union(right.kinds))
    }

    /// Totals of flights.
    static let flights = records("flight", "forward")
    /// Answers about passengers: the authority whose rules they follow, and what proves an instrument rating.
    static let currency = flights + records("review", reading: [.logbookAuthority])
    static let alarms = records("alarm", reading: [.alarms("alarms.timezone"), .tier])
    static let drinks = records("drink", reading: [.water("water.unit")])
    static let reminders = records(
        "drink",
        reading: [
            .water(
                "water.unit", "water.remindersPerDay", "water.wake", "water.sleep", "water.stopAtGoal",
                "water.sleepImport", "permission"),
            .sleep,
        ])
    static let smart = records(
        "drink",
        reading: [
            .water("water.smart", "water.smartHours", "water.wake", "water.sleep", "water.sleepImport", "permission"),
            .sleep,
        ])
    static let quiz = records(reading: [.quizState, .quiz("quiz.tier")])

    /// Of the notices of a domain.
    static func notices(of domain: String) -> ChoiceGrounds {
        let all = records(reading: [.settings("notices", "notices")])
        return switch domain {
        case "logbook":
            all + currency
                + records(
                    "endorsement", "review",
                    reading: [
                        .settings("notices", "permission"),
                        ChoiceSource(StreamID(kind: "profile", id: "logbook"), ["onboarded"]),
                    ])
        case "alarms": all + alarms + records(reading: [.alarms("permission")])
        case "water": all + reminders + smart
        case "quiz": all + records(reading: [.quizState, .quiz("permission", "quiz.reminder")])
        default: none
        }
    }

    /// Of all that is due.
    static let due = LedgerDomain.all.noticeDomains.reduce(alarms) { $0 + notices(of: $1) }
}

extension ChoiceSource {
    static let logbookHours = ChoiceSource(SettingName.logbookHours.stream, [SettingName.logbookHours.text])
    static let logbookAuthority = ChoiceSource(
        SettingName.logbookAuthority.stream, [SettingName.logbookAuthority.text])
    fileprivate static let tier = ChoiceSource(AlarmTier.stream, ["tier"])
    fileprivate static let sleep = settings("sleep", "permission")
    fileprivate static let quizState = ChoiceSource(StreamID(kind: "profile", id: "quiz"), ["state.selected"])

    fileprivate static func settings(_ domain: String, _ names: String...) -> ChoiceSource {
        ChoiceSource(StreamID(kind: "settings", id: domain), Set(names))
    }

    fileprivate static func alarms(_ names: String...) -> ChoiceSource {
        ChoiceSource(StreamID(kind: "settings", id: "alarms"), Set(names))
    }

    fileprivate static func water(_ names: String...) -> ChoiceSource {
        ChoiceSource(StreamID(kind: "settings", id: "water"), Set(names))
    }

    fileprivate static func quiz(_ names: String...) -> ChoiceSource {
        ChoiceSource(StreamID(kind: "settings", id: "quiz"), Set(names))
    }
}

// MARK: - The logbook

extension FlightList { var restsOn: ChoiceGrounds { .flights } }
extension FlightShow { var restsOn: ChoiceGrounds { .flights } }
extension FlightSummaryCommand { var restsOn: ChoiceGrounds { .flights } }
extension FlightTotals { var restsOn: ChoiceGrounds { .flights } }
extension FlightForward.List { var restsOn: ChoiceGrounds { .records("forward") } }
extension FlightDefaults { var restsOn: ChoiceGrounds { .records("flight", "aircraft") } }
extension DuplicatesCommand { var restsOn: ChoiceGrounds { .records("flight") } }
extension Form8710 { var restsOn: ChoiceGrounds { .flights } }
extension LogbookCommand { var restsOn: ChoiceGrounds { .flights } }
extension AuditCommand { var restsOn: ChoiceGrounds { .currency + .records("endorsement") } }
extension CurrencyCommand { var restsOn: ChoiceGrounds { .currency } }
extension CurrencyCommand.Periods { var restsOn: ChoiceGrounds { .currency } }
extension CurrencyCommand.Review { var restsOn: ChoiceGrounds { .records("review", "flight") } }
extension CurrencyCommand.Instrument { var restsOn: ChoiceGrounds { .records("review", "flight") } }
extension ProgressCommand {
    var restsOn: ChoiceGrounds { .flights + .records("endorsement", reading: [.logbookAuthority]) }
}
extension EndorseCommand.List { var restsOn: ChoiceGrounds { .records("endorsement") } }
extension ReviewCommand.List { var restsOn: ChoiceGrounds { .records("review") } }
extension ExportCommand {
    var restsOn: ChoiceGrounds { answersFrom == .nothing ? .none : .flights }
}

// MARK: - Alarms

extension AlarmList {
    var restsOn: ChoiceGrounds {
        .alarms + (groups ? .records(reading: [.alarms("alarms.groupByCategory")]) : .none)
    }
}
extension AlarmShow { var restsOn: ChoiceGrounds { .alarms } }
extension AlarmPending { var restsOn: ChoiceGrounds { .alarms } }
extension AlarmTickCommand {
    var restsOn: ChoiceGrounds { .alarms + .records(reading: [.alarms("alarms.sound")]) }
}
extension AlarmPhotoList { var restsOn: ChoiceGrounds { .records("alarm") } }
extension AlarmExport { var restsOn: ChoiceGrounds { .alarms } }

// MARK: - Hydration

extension WaterTodayCommand { var restsOn: ChoiceGrounds { .drinks } }
extension WaterHistory { var restsOn: ChoiceGrounds { .drinks } }
extension WaterMonthCommand { var restsOn: ChoiceGrounds { .drinks } }
extension WaterStreak { var restsOn: ChoiceGrounds { .records("drink") } }
extension WaterShow { var restsOn: ChoiceGrounds { .drinks } }
extension WaterExport { var restsOn: ChoiceGrounds { .records("drink") } }
extension WaterGoalCommand { var restsOn: ChoiceGrounds { .records(reading: [.water("water.unit")]) } }
extension WaterProfileCommand { var restsOn: ChoiceGrounds { .records(reading: [.water("water.unit")]) } }
extension WaterRemindersCommand { var restsOn: ChoiceGrounds { .reminders } }
extension WaterSmart { var restsOn: ChoiceGrounds { .smart } }

// MARK: - Practice tests

extension QuizTrain { var restsOn: ChoiceGrounds { .quiz } }
extension QuizSets { var restsOn: ChoiceGrounds { .quiz } }
extension QuizTests { var restsOn: ChoiceGrounds { .quiz } }
extension QuizHistory { var restsOn: ChoiceGrounds { .quiz } }
extension QuizStatsCommand { var restsOn: ChoiceGrounds { .quiz } }
extension QuizShow { var restsOn: ChoiceGrounds { .quiz } }
extension QuizCard { var restsOn: ChoiceGrounds { .quiz } }
extension QuizStart { var restsOn: ChoiceGrounds { .quiz } }
extension QuizQuestion { var restsOn: ChoiceGrounds { .quiz } }

// MARK: - Over all domains

extension NoticesCommand { var restsOn: ChoiceGrounds { .notices(of: domain) } }
extension DueCommand { var restsOn: ChoiceGrounds { .due } }
