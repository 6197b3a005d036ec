import DaybookKit
import EventModel
import Logbook

extension Figure {
    /// Whether it sums something of flights.
    var readsFlights: Bool {
        sources.contains { source in
            if case .days(let days) = source { days.isOfFlights } else { false }
        }
    }

    private func changed(_ change: (DaySource) -> DaySource) -> Figure {
        let sources = sources.map { source in
            if case .days(let days) = source { FigureSource.days(change(days)) } else { source }
        }
        return Figure(projection, id, title, value, words, from: sources)
    }

    /// The same figure of these records alone.
    func only(_ streams: Set<StreamID>) -> Figure {
        changed { source in
            var source = source
            source.only = streams
            return source
        }
    }

    fileprivate func without(_ sessions: Set<StreamID>) -> Figure { changed { $0.without(sessions) } }
}

extension DaySource {
    fileprivate var isOfFlights: Bool { kind == "flight" && table == LogbookDomain.flights.name }

    /// Without sessions in training devices, unless it counts what is no flight: entries, and instrument work.
    func without(_ sessions: Set<StreamID>) -> DaySource {
        let kept = [Measure.flights, .ground, .approaches, .holds].map(\.rawValue)
        guard isOfFlights, !measures.contains(where: kept.contains) else { return self }
        var source = self
        source.except.formUnion(sessions)
        return source
    }
}

extension Figure {
    /// The same figure of flights alone, without totals brought forward.
    fileprivate var ofFlightsAlone: Figure {
        let left = sources.filter { source in
            if case .days(let days) = source { days.kind != "forward" } else { true }
        }
        return Figure(projection, id, title, value, words, from: left)
    }
}

extension [Figure] {
    /// The same figures without totals brought forward.
    var ofFlightsAlone: [Figure] { map(\.ofFlightsAlone) }

    /// The same figures without sessions in training devices.
    func without(_ sessions: Set<StreamID>) -> [Figure] { sessions.isEmpty ? self : map { $0.without(sessions) } }
}
