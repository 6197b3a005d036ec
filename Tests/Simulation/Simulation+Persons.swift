import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport

/// The acts of two persons on each other's records and on the link between them.
extension Simulation {
    /// Either person links with the other, and chooses; another device may do so at the same time and choose otherwise.
    mutating func link(_ index: Int, _ random: inout SeededRandom) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        let choice = LinkChoice.allCases[random.below(3)]
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.link(guest: persons[1 - devices[index].person], choice: choice)
        see("linked")
    }

    /// Someone takes up an offer of the beginning, whatever was chosen since.
    mutating func linkStale(_ index: Int) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.linkStale(persons[devices[index].person], persons[1 - devices[index].person])
        see("stale offer")
    }

    /// A person ends the link: events of the other that come later have no effect on this person's ledgers.
    mutating func endLink(_ index: Int) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.endLink(with: persons[1 - devices[index].person])
        see("ended")
    }

    /// Both sign a link in the present state; no ledger writes it yet.
    mutating func offer(_ index: Int, _ random: inout SeededRandom) throws {
        guard persons.count == 2, !devices[index].isHub else { return }
        let own = devices[index].person
        offers.append(
            try devices[index].ledger.offer(
                persons[own], persons[1 - own], choice: LinkChoice.allCases[random.below(3)]))
        see("offered")
    }

    /// Someone writes a link that both signed some time ago.
    mutating func replayOffer(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub, let offer = offers.randomElement(using: &random) else { return }
        devices[index].ledger.clock.step(seconds: 1)
        try devices[index].ledger.append([offer])
        see("replayed offer")
    }

    mutating func set(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub else { return }
        devices[index].ledger.clock.step(seconds: Int64(random.below(3_600)))
        // Who erased the whole stream cannot add to it.
        do {
            try devices[index].ledger.append([Draft.setting("app.s\(random.below(3))", Int64(random.below(9)))])
        } catch { return see("refused") }
        see("set")
    }

    /// A person erases a record with events of any author.
    mutating func erase(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub else { return }
        let id = ["a", "b", "c", "own-\(random.below(devices.count))"][random.below(4)]
        devices[index].ledger.clock.step(seconds: Int64(random.below(3_600)))
        do { try devices[index].ledger.erase(Draft.stream("flight/\(id)"), nil) } catch {
            return see("erasure refused")
        }
        see("erased")
    }

    /// A person erases some of the settings held, own ones and another's.
    mutating func eraseSettings(_ index: Int, _ random: inout SeededRandom) throws {
        guard !devices[index].isHub else { return }
        let stream = Draft.stream("settings/app")
        let sets = try devices[index].ledger.observe().events.filter {
            $0.stream == stream && $0.envelope.type == "setting.changed"
        }.map(\.id)
        let chosen = sets.filter { _ in random.oneIn(2) }
        if chosen.isEmpty { return }
        devices[index].ledger.clock.step(seconds: Int64(random.below(3_600)))
        do { try devices[index].ledger.erase(stream, chosen) } catch { return see("erasure refused") }
        see("erased settings")
    }
}
