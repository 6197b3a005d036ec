/// The fold of the JSON baseline: what each day adds up to, as the logbook's kept projections have it.
struct DaySumFold {
    struct Event: Decodable {
        let stream: String
        let type: String
        let data: Entry
        let key: String?
    }

    struct Entry: Decodable {
        let date: String
        let from: String?
        let to: String?
        let hobbs: Double
        let tach: Double?
        let hobbsStart: Double?
        let hobbsEnd: Double?
        let dayLandings: Int?
        let nightLandings: Int?
        let solo: Bool?
        let dual: Bool?
        let crossCountry: Bool?
        let instrument: Bool?
        let instrumentHours: Double?
        let nightHours: Double?
        let aircraft: String?
        let remarks: String?
    }

    /// flights, total, solo, dual, cross-country, instrument, night hours (tenths), day landings, night landings
    private var days: [String: [Int]] = [:]

    mutating func add(_ event: Event) {
        if event.type == "flight.logged" { add(event.data) }
    }

    mutating func add(_ entry: Entry) {
        let hours = Self.tenths(entry.hobbs)
        let measures = [
            1, hours, entry.solo == true ? hours : 0, entry.dual == true ? hours : 0,
            entry.crossCountry == true ? hours : 0,
            entry.instrumentHours.map(Self.tenths) ?? 0, entry.nightHours.map(Self.tenths) ?? 0,
            entry.dayLandings ?? 0, entry.nightLandings ?? 0,
        ]
        if days[entry.date] == nil {
            days[entry.date] = measures
        } else {
            for index in measures.indices { days[entry.date]![index] += measures[index] }
        }
    }

    var digest: String {
        var totals = [Int](repeating: 0, count: 9)
        for sums in days.values { for index in sums.indices { totals[index] += sums[index] } }
        return "\(days.count) days " + totals.map(String.init).joined(separator: " ")
    }

    private static func tenths(_ hours: Double) -> Int { Int((hours * 10).rounded()) }
}
