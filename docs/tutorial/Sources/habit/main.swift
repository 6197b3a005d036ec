import DaybookKit
import Foundation
import Habits
import Replication

// An app takes the system's clock, which is the default; here it stands still, so that every run says the same.
let environment = LedgerEnvironment(domains: [Habits.domain], clock: { Instant(milliseconds: 1_770_728_400_000) })
let folder = CommandLine.arguments[1]

// A phone.
let phone = try Ledger.create(at: folder + "/phone", zone: "Europe/Zurich", environment: environment)
let today = phone.today
try phone.append([Habits.start("run", "Run before breakfast")])
try phone.append([Habits.check("run", on: today.adding(days: -2)), Habits.check("run", on: today.adding(days: -1))])
print("\(today): a streak of \(try phone.streak(of: "run").value) days")
do { try phone.append([Habits.check("run", on: today.adding(days: 1))]) } catch { print("Refused: \(error)") }

// A tablet of the same person. Both check today, and the tablet finds a day that was forgotten; then they exchange by a folder.
let tablet = try Ledger.create(at: folder + "/tablet", zone: "Europe/Zurich", person: .joining(seed: try phone.exportPrincipal()), environment: environment)
try FileManager.default.createDirectory(atPath: folder + "/shared", withIntermediateDirectories: true)
for ledger in [phone, tablet] { try ledger.sync(folder: folder + "/shared") }
let before = try phone.position
try phone.append([Habits.check("run", on: today)])
try tablet.append([Habits.check("run", on: today), Habits.check("run", on: today.adding(days: -3))])
for ledger in [phone, tablet, phone] { try ledger.sync(folder: folder + "/shared") }
print("Exchanged: \(try phone.streak(of: "run").value) and \(try tablet.streak(of: "run").value) days, equal: \(try phone.digest() == tablet.digest())")

// What was known before, and what would have been said two days ago.
print("Known before: \(try phone.streak(of: "run", AsOf(known: .position(before))).value) days")
print("On \(today.adding(days: -2)): \(try phone.streak(of: "run", AsOf(on: today.adding(days: -2))).value) days")

// Which days of the week are good; what was withdrawn counts no more, and its history stays.
try phone.append([Habits.withdraw("run", on: today.adding(days: -3))])
print("Sunday to Saturday: \(try phone.weekdays().value)")
for step in try phone.history(of: Habits.check("run", today.adding(days: -3)))?.value.steps ?? [] { print("  \(step.event.envelope.type)") }
let audit = try phone.verify()
print("\(audit.events) events, sound: \(audit.isSound), replay equal: \(try phone.replay().isEqual)")
