import EventSourcing
import Hydration
import Testing

@Suite struct HydrationDomainTests {
    @Test func itsProfileHasAStreamOfItsOwn() { #expect(["water", "quiz"].contains(HydrationDomain.profile.id)) }
}
