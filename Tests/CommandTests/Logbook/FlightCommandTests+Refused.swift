import DaybookCommands
import DaybookDomains
import Testing

/// Flights that are refused, with what each refusal says.
extension FlightCommandTests {
    struct Refused {
        let options: [String]
        let status: Int32
        let code: String
        let message: String
        let hint: String?
    }

    static let needsHours = "Say --hobbs 1.5, or --hobbs-start and --hobbs-end; in an event's data, \"hobbs\":1.5."

    static let refused: [Refused] = [
        Refused(
            options: [], status: 1, code: "hobbs.required", message: "Every flight needs its Hobbs time",
            hint: needsHours),
        Refused(
            options: ["--hobbs", ""], status: 1, code: "hobbs.required", message: "Every flight needs its Hobbs time",
            hint: needsHours),
        Refused(
            options: ["--hobbs-start", "1234.5"], status: 1, code: "hobbs.required",
            message: "Every flight needs its Hobbs time", hint: needsHours),
        Refused(
            options: ["--hobbs", "1", "--tach", ""], status: 64, code: "hobbs.notANumber",
            message: "Hours must be a number such as 1.5, or hours and minutes such as 1:30.",
            hint: "--tach is \"\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1", "--ground-hours", "1,5"], status: 64, code: "hobbs.notANumber",
            message: "Hours are written with a point: 1.5, not 1,5.",
            hint: "--ground-hours is \"1,5\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1", "--distance", "far"], status: 64, code: "distance.notANumber",
            message: "Distances must be a number such as 1.5.",
            hint: "--distance is \"far\"; write it like 50.5."),
        Refused(
            options: ["--hobbs", "1", "--distance", ""], status: 64, code: "distance.notANumber",
            message: "Distances must be a number such as 1.5.",
            hint: "--distance is \"\"; write it like 50.5."),
        Refused(
            options: ["--hobbs", "1", "--distance", "10000000"], status: 1, code: "field.range",
            message: "--distance is not from 0.0 to 99999.9.", hint: nil),
        Refused(
            options: ["--hobbs", "1000000", "--accept", "hobbs.over12"], status: 1, code: "hobbs.range",
            message: "--hobbs is not from 0.0 to 999.9.",
            hint: "A flight is logged in hours, such as 1.5. Totals of an earlier logbook: daybook flight forward"),
        Refused(
            options: ["--hobbs", "999999999999"], status: 1, code: "hobbs.range",
            message: "--hobbs is not from 0.0 to 999.9.",
            hint: "A flight is logged in hours, such as 1.5. Totals of an earlier logbook: daybook flight forward"),
        Refused(
            options: ["--hobbs", "1", "--date", "someday"], status: 64, code: "date.unreadable",
            message: "\"someday\" is not a date.",
            hint: "Write it like 2026-02-01, yesterday or -3d."),
        Refused(
            options: ["--hobbs", "1", "--tach", "1000000"], status: 1, code: "field.range",
            message: "--tach is not from 0.0 to 999999.9.", hint: nil),
        Refused(
            options: ["--hobbs", "1", "--approaches", "100"], status: 1, code: "field.range",
            message: "--approaches is not from 0 to 99.", hint: nil),
        Refused(
            options: ["--hobbs", "1", "--all-landings", "99999999999999999999"], status: 1, code: "landings.range",
            message:
                "Day and night landings must be 0 to 99; all landings, take-offs and landings at towered airports 0 to 999.",
            hint: "--all-landings is not from 0 to 999."),
        Refused(
            options: ["--hobbs", "0"], status: 1, code: "hobbs.positive",
            message: "Hobbs time must be greater than zero",
            hint: "Say the hours that were flown, such as 1.5; 0.1 is the least."),
        Refused(
            options: ["--hobbs", "abc"], status: 64, code: "hobbs.notANumber",
            message: "Hours must be a number such as 1.5, or hours and minutes such as 1:30.",
            hint: "--hobbs is \"abc\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1,5"], status: 64, code: "hobbs.notANumber",
            message: "Hours are written with a point: 1.5, not 1,5.",
            hint: "--hobbs is \"1,5\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "NaN"], status: 64, code: "hobbs.notANumber",
            message: "Hours must be a number such as 1.5, or hours and minutes such as 1:30.",
            hint: "--hobbs is \"NaN\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1e3"], status: 64, code: "hobbs.notANumber",
            message: "Hours are written out in full, without an exponent.",
            hint: "--hobbs is \"1e3\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "-1.0"], status: 64, code: "hobbs.notANumber", message: "Hours cannot be negative.",
            hint: "--hobbs is \"-1.0\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1.555"], status: 64, code: "hobbs.notANumber",
            message: "Hours have at most two digits after the point; write hours and minutes as 1:20.",
            hint: "--hobbs is \"1.555\"; write it like 1.5."),
        Refused(
            options: ["--hobbs", "1", "--day-landings", "0"], status: 1, code: "landings.required",
            message: "Every flight needs at least one landing",
            hint: "Say --day-landings 1 or --night-landings 1; in an event's data, \"dayLandings\":1."),
        Refused(
            options: ["--hobbs", "1", "--day-landings", "-1"], status: 1, code: "landings.range",
            message:
                "Day and night landings must be 0 to 99; all landings, take-offs and landings at towered airports 0 to 999.",
            hint: "--day-landings is not from 0 to 99."),
        Refused(
            options: ["--hobbs", "1", "--night-landings", "100"], status: 1, code: "landings.range",
            message:
                "Day and night landings must be 0 to 99; all landings, take-offs and landings at towered airports 0 to 999.",
            hint: "--night-landings is not from 0 to 99."),
        Refused(
            options: ["--hobbs", "1", "--day-landings", "two"], status: 64, code: "landings.notANumber",
            message: "\"two\" is not a whole number.",
            hint: "--day-landings is \"two\"; write it like 2."),
        Refused(
            options: ["--hobbs", "1", "--solo", "--dual"], status: 1, code: "category.exclusive",
            message: "A flight cannot be both solo and dual.",
            hint:
                "Give one of them, and --no-solo or --no-dual for the other. If the flight was partly each, give the hours: --solo-hours 0.5 --dual-hours 1.0."
        ),
        Refused(
            options: ["--hobbs", "12.1"], status: 1, code: "hobbs.over12",
            message: "Hobbs time exceeds 12 hours. Please verify this is correct.",
            hint: "Say --accept hobbs.over12 to keep it as it is; in an event's data, \"accepted\":[\"hobbs.over12\"]."),
        Refused(
            options: ["--hobbs", "1", "--date", "2026-02-11"], status: 1, code: "date.future",
            message: "The date 2026-02-11 is in the future; today is 2026-02-10.",
            hint: "Where it is that day already, say so with --zone."),
        Refused(
            options: ["--hobbs", "1", "--date", "2026-02-12"], status: 1, code: "date.future",
            message: "The date 2026-02-12 is in the future; today is 2026-02-10.",
            hint: "Look at the date again."),
        Refused(
            options: ["--hobbs", "1", "--date", "2026-02-32"], status: 64, code: "date.unreadable",
            message: "There is no day 2026-02-32 in the calendar.",
            hint: "Months have 28 to 31 days, years go from 0001 to 9999."),
        Refused(
            options: ["--hobbs-start", "1236.0", "--hobbs-end", "1234.5"], status: 1, code: "hobbs.range",
            message: "The Hobbs reading at the end is lower than the one at the start.",
            hint: "Look at both readings again: the hours are the one at the end less the one at the start."),
        Refused(
            options: ["--hobbs-start", "1000000", "--hobbs-end", "1000001"], status: 1, code: "hobbs.range",
            message: "--hobbs-start is not from 0.0 to 999999.9.",
            hint: nil),
        Refused(
            options: ["--hobbs-start", "999999.9", "--hobbs-end", "1000000.5", "--accept", "hobbs.over12"], status: 1,
            code: "hobbs.range",
            message: "--hobbs-end is not from 0.0 to 999999.9.", hint: nil),
        Refused(
            options: ["--hobbs", "1", "--hobbs-end", "99999999"], status: 1, code: "hobbs.range",
            message: "--hobbs-end is not from 0.0 to 999999.9.",
            hint: nil),
        Refused(
            options: ["--hobbs-start", "500.0", "--hobbs-end", "500.0"], status: 1, code: "hobbs.positive",
            message: "Hobbs time must be greater than zero",
            hint: "Say the hours that were flown, such as 1.5; 0.1 is the least."),
        Refused(
            options: ["--hobbs", "1", "--id", "a b"], status: 64, code: "stream.unreadable",
            message: "\"flight/a b\" is not the name of a stream.",
            hint: "Write kind/id; the id is 1 to 64 of A–Z a–z 0–9 - _ and the point."),
    ]
}
