/// The drafts that a ledger appends in the commit in which it takes the events that the new link admits.
package struct LinkingDrafts: Sendable {
    package let drafts: [EventDraft]
    package let condition: AppendCondition

    package init(drafts: [EventDraft], condition: AppendCondition) {
        self.drafts = drafts
        self.condition = condition
    }
}
