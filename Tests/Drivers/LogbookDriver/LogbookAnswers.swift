import EventCodec
import EventModel
import Logbook

/// The answers to an oracle's questions about a logbook.
struct LogbookAnswers {
    private let kinds: [ExperienceItem] = [
        .total, .dual, .solo, .soloCrossCountry, .dualCrossCountry, .nightTraining, .instrumentTraining,
        .nightLandings, .nightCrossCountry, .longSoloCrossCountry,
    ]

    /// The answer to a line; a `fatalError` for a line that is no question.
    mutating func answer(_ line: String) -> String {
        guard let asked = try? JSONParser.parse(Array(line.utf8)) else { fatalError("not a question: \(line)") }
        let fleet = Fleet(array(asked["fleet"]).map(aircraft))
        let entries = array(asked["flights"]).map { (flight($0), stream($0)) }
            .sorted { ($0.0.date, $0.1) < ($1.0.date, $1.1) }
        let flights = entries.map(\.0)
        let review = ExperienceReview(
            flights.map { ReviewedFlight($0) }, fleet: fleet, reviews: [])
        let lacks = review.lacking.map { each in
            JSONValue.Member(
                entries[each.entry].1.id, .array(each.rules.map { .string($0.paragraph(.faa)) }))
        }
        let inCourse = asked["part142"] == .bool(true)
        let days = array(asked["on"]).map { on -> JSONValue.Member in
            guard let text = on.stringValue, let day = CivilDate(text) else { fatalError("no day: \(line)") }
            return .init(text, self.answer(on: day, entries, fleet, inCourse: inCourse))
        }
        return JSONValue.object(pairs: ["on": .object(days), "lacks": .object(lacks)]).text
    }

    private func answer(
        on day: CivilDate, _ entries: [(flight: Flight, stream: StreamID)], _ fleet: Fleet, inCourse: Bool
    ) -> JSONValue {
        let known = entries.filter { $0.flight.date <= day }
        let (flown, sessions) = (
            known.filter { !fleet.isDevice($0.flight.aircraft) }, known.filter { fleet.isDevice($0.flight.aircraft) }
        )
        let flights = known.map(\.flight)
        let source = FlightDays(
            FlightDays(flights).table, without: FlightDays.sessions(sessions.map(\.flight)))
        let kinds = Currency.kinds(on: day, flights: flights, fleet: fleet)
        let trips = Trip.trips(of: flown.compactMap { TripLeg($0.flight, $0.stream) })
        let credit = DeviceCredit(of: sessions.map { ($0.stream, $0.flight) }, in: fleet, inCourse: inCourse)
        // Answers of the logbook never throw: the source is in memory.
        let others = OtherAircraft(
            flown.map { ($0.stream, $0.flight) }, in: fleet, total: source.totals(through: day).hours(.total))
        let items = ProgressDetail(on: day, in: source, others: others, trips: trips, credit: credit).items
        let all = Currency.answer(on: day, in: source)
        let answer = CurrencyAnswer(general: all.general, day: all.day, night: all.night, kinds: kinds)
        let notices = NoticeReasons(on: day, stage: nil, kinds: kinds, in: source).notices(acknowledged: [])
        return .object(pairs: [
            "current": .bool(answer.isCurrent),
            "kinds": .array(kinds.map(kind)),
            "trips": .array(trips.map { .array($0.legs.map { .string($0.stream.id) }) }),
            "items": .object(
                self.kinds.map { item in
                    .init(item.rawValue, .integer(items.first { $0.item == item }?.value ?? -1))
                }),
            "credit": .array([.string(credit.paragraph), .integer(credit.credited.seconds)]),
            "instrument": instrument(on: day, known, fleet),
            "cliffs": .array(notices.filter { $0.kind == .currencyCliff }.map { .string($0.title) }),
        ])
    }

    private func kind(_ found: KindCurrency) -> JSONValue {
        func through(_ reading: CurrencyReading) -> JSONValue {
            reading.goodThrough.map { .string($0.description) } ?? .null
        }
        return .object(pairs: [
            "kind": .string(found.kind.title), "general": through(found.general), "day": through(found.day),
            "night": through(found.night),
        ])
    }

    /// Through when each category is current; "all" where no described aircraft was flown by instruments.
    private func instrument(
        on day: CivilDate, _ entries: [(flight: Flight, stream: StreamID)], _ fleet: Fleet
    ) -> JSONValue {
        let stated = entries.filter { entry in
            let flight = entry.flight
            return flight.approaches ?? 0 > 0 || flight.holds ?? 0 > 0 || !flight.reviews.isEmpty
                || flight.actualInstrumentHours ?? .zero > .zero
        }
        let answer = InstrumentAnswer(
            on: day, work: stated.map { InstrumentWork($0.flight, $0.stream, in: fleet) }, reviews: [])
        let readings = answer.categories.isEmpty ? [answer.latest] : answer.categories
        return .object(
            readings.map { reading in
                .init(
                    reading.category?.rawValue ?? "all",
                    reading.goodThrough.map { .string($0.description) } ?? .null)
            })
    }

    // MARK: - Questions

    private func array(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }

    private func stream(_ stated: JSONValue) -> StreamID {
        StreamID(kind: "flight", id: stated["id"]?.stringValue ?? "-")
    }

    private func aircraft(_ stated: JSONValue) -> AircraftDescription {
        var aircraft = AircraftDescription(id: stated["id"]?.stringValue ?? "")
        aircraft.aircraftClass = stated["class"]?.stringValue
        aircraft.gear = stated["gear"]?.stringValue
        aircraft.equipment = stated["equipment"]?.stringValue
        (aircraft.typeCode, aircraft.engine) = (stated["type"]?.stringValue, stated["engine"]?.stringValue)
        return aircraft
    }

    private func flight(_ stated: JSONValue) -> Flight {
        guard let date = stated["date"]?.stringValue.flatMap({ CivilDate($0) }) else {
            fatalError("a flight has no day")
        }
        var flight = Flight(date: date)
        (flight.aircraft, flight.from, flight.to) = (
            stated["aircraft"]?.stringValue, stated["from"]?.stringValue, stated["to"]?.stringValue
        )
        func hours(_ name: String) -> Hours? { stated[name]?.integerValue.map { Hours(seconds: Int($0)) } }
        func count(_ name: String) -> Int? { stated[name]?.integerValue.map { Int($0) } }
        func flag(_ name: String) -> Bool? { stated[name].map { $0 == .bool(true) } }
        flight.hobbs = hours("hours")
        (flight.dualHours, flight.soloHours) = (hours("dualHours"), hours("soloHours"))
        (flight.nightHours, flight.crossCountryHours) = (hours("nightHours"), hours("crossCountryHours"))
        (flight.instrumentHours, flight.actualInstrumentHours) = (
            hours("instrumentHours"), hours("actualInstrumentHours")
        )
        (flight.approaches, flight.holds) = (count("approaches"), count("holds"))
        (flight.instrumentCheck, flight.checkride) = (flag("ipc"), flag("checkride"))
        flight.extra["SIC"] = hours("sicHours")?.exactText
        (flight.dual, flight.solo, flight.crossCountry) = (flag("dual"), flag("solo"), flag("crossCountry"))
        (flight.dayLandings, flight.nightLandings, flight.allLandings) = (
            count("dayLandings"), count("nightLandings"), count("allLandings")
        )
        (flight.dayTakeoffs, flight.nightTakeoffs) = (count("dayTakeoffs"), count("nightTakeoffs"))
        flight.distanceNm = count("distance")
        return flight
    }
}
