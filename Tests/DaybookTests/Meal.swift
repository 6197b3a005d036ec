import Daybook

/// A record whose sums are kept by a field, too: what was eaten of each food, of which a day allows so much.
struct Meal: Record {
    static let schema = RecordSchema<Meal>(
        kind: "meal", created: "meal.eaten", amended: "meal.corrected", removed: "meal.withdrawn",
        restored: "meal.restored", locked: "meal.checked", unlocked: "meal.reopened",
        limits: [.food: .text(20), .grams: .range(-1_000...1_000), .pieces: .range(0...9)], validTime: .day,
        sums: [.grams, .pieces], sumsBy: .food, since: [.pieces: 2])
    var food: String
    var day: CivilDate
    var grams: Int
    var pieces: Int?
    enum CodingKeys: Int, CodingKey, CaseIterable { case food = 1, day = 2, grams = 3, pieces = 4 }

    static func validate(_ meal: Meal, _ context: RuleContext) throws {
        let eaten = try context.sums(of: Meal.self, by: meal.food, on: meal.day)
        if eaten[.grams] + meal.grams > 1_000 {
            throw Rejection("meal.tooMuch", "\(eaten[.grams] + meal.grams) g in \(eaten.records + 1) meals.")
        }
    }

    static let diary = Domain("diary", records: Meal.self)
}
