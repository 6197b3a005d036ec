import Engine
import EventModel
import Foundation
import LedgerTestSupport
import Testing

import DaybookDomains
@testable import DaybookKit

/// The end of a link while other events arrive.
@Suite struct LinkEndRaceTests {
    private static let person = [UInt8](repeating: 5, count: 32)

    private static func give(_ giver: StoreLedger, _ taker: StoreLedger) throws {
        _ = try taker.receive(try giver.tails())
    }

    @Test("an end whose cut was read before more of the other arrived is not appended; made again it covers all of it")
    func arrival() throws {
        let (account, guest) = (try StoreLedger(seed: 1), try StoreLedger(seed: 2, person: LinkEndRaceTests.person))
        try account.ledger.link(guest: LinkEndRaceTests.person, choice: .both)
        try LinkEndRaceTests.give(account, guest)
        try LinkEndRaceTests.give(guest, account)
        let position = try account.ledger.position
        let state = try #require(try account.ledger.links().first)
        _ = try guest.append(Draft.log("late"))
        try LinkEndRaceTests.give(guest, account)
        let before = try account.ledger.position
        let refusal = try #require(throws: DraftRefusal.self) { try account.ledger.end(state, after: position) }
        #expect(refusal.rejection?.code == "condition.failed")
        #expect(try account.ledger.position == before)
        #expect(try account.ledger.endLink(with: state.other(than: account.ledger.principal).key).isNew)
        #expect(try account.ledger.outcomes().isEmpty)
    }

    @Test("the first event of a new device can be the end of a link") func firstEvent() throws {
        let account = try StoreLedger(seed: 1, person: [UInt8](repeating: 6, count: 32))
        try account.ledger.link(guest: LinkEndRaceTests.person, choice: .both)
        let tablet = try StoreLedger(seed: 3, person: [UInt8](repeating: 6, count: 32))
        try LinkEndRaceTests.give(account, tablet)
        let state = try #require(try tablet.ledger.links().first)
        #expect(try tablet.ledger.endLink(with: state.other(than: tablet.ledger.principal).key).isNew)
        #expect(try tablet.ledger.links().first?.ends.count == 1)
    }
}
