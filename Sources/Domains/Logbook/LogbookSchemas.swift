// Written by tools/schemas from schemas/events/logbook; do not edit.

public import EventCodec
import EventModel

/// The schemas of the logbook's event types.
public enum LogbookSchemas {
    /// All of them, by type and version.
    public static let all: [EventSchema] = [
        aircraftDescribed1, batchImported1, batchUndone1, endorsementGiven1, endorsementSigned1, endorsementVoided1,
        endorsementWithdrawn1, flightAmended1, flightAmended2, flightLogged1, flightLogged2, flightRemoved1,
        flightRestored1, flightSigned1, flightSigned2, forwardAmended1, forwardRemoved1, forwardRestored1,
        forwardStated1, reviewPassed1, signatureVoided1,
    ]

    /// aircraft.described, version 1: All that is known of an aircraft; a later description replaces it whole.
    public static let aircraftDescribed1 = EventSchema(
        type: "aircraft.described", version: 1, kinds: ["aircraft"], role: .set, critical: false, computed: false,
        validTime: nil, register: .fixed("description"),
        fields: [
            FieldSchema(
                key: 1, name: "registration", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "typeCode", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "year", kind: .integer(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "make", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "model", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "gear", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "engine", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "equipment", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 9, name: "class", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 10, name: "complex", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "taa", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "highPerformance", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "pressurized", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 14, name: "extra", kind: .textMap(maximum: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 15, name: "batch", kind: .text(maximumScalars: 97), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// batch.imported, version 1: What one import did; its entries name this stream in `batch`.
    public static let batchImported1 = EventSchema(
        type: "batch.imported", version: 1, kinds: ["batch"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "format", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "fileName", kind: .text(maximumScalars: 255), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "flights", kind: .integer(0...2_147_483_647), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "skipped", kind: .integer(0...2_147_483_647), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "assumed", kind: .integer(0...2_147_483_647), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "program", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "duplicates", kind: .integer(0...2_147_483_647), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "aircraft", kind: .integer(0...2_147_483_647), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// batch.undone, version 1: The entries of the import that lie before the cut no longer count, except signed ones.
    public static let batchUndone1 = EventSchema(
        type: "batch.undone", version: 1, kinds: ["batch"], role: .note, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.cut])

    /// endorsement.given, version 1: Permission or recommendation given in the logbook.
    public static let endorsementGiven1 = EventSchema(
        type: "endorsement.given", version: 1, kinds: ["endorsement"], role: .create, critical: false, computed: false,
        validTime: 2, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind",
                kind: .choice([
                    "solo", "soloCrossCountry", "complex", "highPerformance", "tailwheel", "pressurized",
                    "knowledgeTest", "practicalTest", "other",
                ]),
                required: true, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "date", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "cfiNumber", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "cfi.required", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "makeModel", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "certificateThrough", kind: .date, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "remarks", kind: .text(maximumScalars: 4096), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// endorsement.signed, version 1: Locks the endorsement: while the signature stands, it cannot be withdrawn.
    public static let endorsementSigned1 = EventSchema(
        type: "endorsement.signed", version: 1, kinds: ["endorsement"], role: .lock, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "cfiNumber", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "cfi.required", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "signerName", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "certificateThrough", kind: .date, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.covers, .content, .form, .witness])

    /// endorsement.voided, version 1: Lifts the lock and nothing else; the signature stays in the history.
    public static let endorsementVoided1 = EventSchema(
        type: "endorsement.voided", version: 1, kinds: ["endorsement"], role: .unlock, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.voids, .keeps])

    /// endorsement.withdrawn, version 1: The endorsement no longer counts; its history stays.
    public static let endorsementWithdrawn1 = EventSchema(
        type: "endorsement.withdrawn", version: 1, kinds: ["endorsement"], role: .remove, critical: false,
        computed: false, validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// flight.amended, version 1: The fields that change, with their new values; null clears a field.
    public static let flightAmended1 = EventSchema(
        type: "flight.amended", version: 1, kinds: ["flight"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "from", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "to", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "hobbs", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 5, name: "tach", kind: .tenths(0...9_999_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "hobbsStart", kind: .tenths(0...9_999_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 7, name: "hobbsEnd", kind: .tenths(0...9_999_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 8, name: "dayLandings", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 9, name: "nightLandings", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 10, name: "solo", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "dual", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "crossCountry", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "instrument", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 14, name: "instrumentHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 15, name: "nightHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 16, name: "crossCountryHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 17, name: "dualHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 18, name: "soloHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 19, name: "picHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 20, name: "allLandings", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 21, name: "dayTakeoffs", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 22, name: "nightTakeoffs", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 23, name: "aircraft", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 24, name: "cfiNumber", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 25, name: "remarks", kind: .text(maximumScalars: 32_768), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 26, name: "accepted", kind: .texts(maximum: 16, maximumScalars: 64), required: false,
                nullable: true, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 27, name: "groundHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 28, name: "actualInstrumentHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 29, name: "approaches", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 30, name: "holds", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 31, name: "distanceNm", kind: .tenths(0...999_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 32, name: "towerLandings", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 33, name: "testPreparationHours", kind: .tenths(0...9999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 34, name: "flightReview", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 35, name: "instrumentCheck", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 36, name: "checkride", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 37, name: "extra", kind: .textMap(maximum: 128), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// flight.amended, version 2: The fields that change, with their new values; null clears a field.
    public static let flightAmended2 = EventSchema(
        type: "flight.amended", version: 2, kinds: ["flight"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "from", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "to", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "dayLandings", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 9, name: "nightLandings", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 10, name: "solo", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "dual", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "crossCountry", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "instrument", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 20, name: "allLandings", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 21, name: "dayTakeoffs", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 22, name: "nightTakeoffs", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 23, name: "aircraft", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 24, name: "cfiNumber", kind: .text(maximumScalars: 64), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 25, name: "remarks", kind: .text(maximumScalars: 32_768), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 26, name: "accepted", kind: .texts(maximum: 16, maximumScalars: 64), required: false,
                nullable: true, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 29, name: "approaches", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 30, name: "holds", kind: .integer(0...99), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 31, name: "distanceNm", kind: .tenths(0...999_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 32, name: "towerLandings", kind: .integer(0...999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 34, name: "flightReview", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 35, name: "instrumentCheck", kind: .boolean, required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 36, name: "checkride", kind: .boolean, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 37, name: "extra", kind: .textMap(maximum: 128), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 40, name: "hobbs", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 41, name: "tach", kind: .hours(0...3_599_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 42, name: "hobbsStart", kind: .hours(0...3_599_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 43, name: "hobbsEnd", kind: .hours(0...3_599_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 44, name: "instrumentHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 45, name: "nightHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 46, name: "crossCountryHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 47, name: "dualHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 48, name: "soloHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 49, name: "picHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 50, name: "groundHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 51, name: "actualInstrumentHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 52, name: "testPreparationHours", kind: .hours(0...3_599_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// flight.logged, version 1: One entry of a pilot's logbook. Absent fields were not told; 0 and false were.
    public static let flightLogged1 = EventSchema(
        type: "flight.logged", version: 1, kinds: ["flight"], role: .create, critical: false, computed: false,
        validTime: 1, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "from", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "to", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "hobbs", kind: .tenths(0...9999), required: true, nullable: false,
                missing: "hobbs.required", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 5, name: "tach", kind: .tenths(0...9_999_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "hobbsStart", kind: .tenths(0...9_999_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 7, name: "hobbsEnd", kind: .tenths(0...9_999_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 8, name: "dayLandings", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 9, name: "nightLandings", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 10, name: "solo", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "dual", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "crossCountry", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "instrument", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 14, name: "instrumentHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 15, name: "nightHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 16, name: "crossCountryHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 17, name: "dualHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 18, name: "soloHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 19, name: "picHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 20, name: "allLandings", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 21, name: "dayTakeoffs", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 22, name: "nightTakeoffs", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 23, name: "aircraft", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 24, name: "cfiNumber", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 25, name: "remarks", kind: .text(maximumScalars: 32_768), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 26, name: "accepted", kind: .texts(maximum: 16, maximumScalars: 64), required: false,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 27, name: "groundHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 28, name: "actualInstrumentHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 29, name: "approaches", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 30, name: "holds", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 31, name: "distanceNm", kind: .tenths(0...999_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 32, name: "towerLandings", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 33, name: "testPreparationHours", kind: .tenths(0...9999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 34, name: "flightReview", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 35, name: "instrumentCheck", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 36, name: "checkride", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 37, name: "extra", kind: .textMap(maximum: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 38, name: "copiedFrom", kind: .text(maximumScalars: 97), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 39, name: "batch", kind: .text(maximumScalars: 97), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.supersedes])

    /// flight.logged, version 2: One entry of a pilot's logbook. Absent fields were not told; 0 and false were.
    public static let flightLogged2 = EventSchema(
        type: "flight.logged", version: 2, kinds: ["flight"], role: .create, critical: false, computed: false,
        validTime: 1, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "from", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "to", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "dayLandings", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 9, name: "nightLandings", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 10, name: "solo", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "dual", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "crossCountry", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "instrument", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 20, name: "allLandings", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 21, name: "dayTakeoffs", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 22, name: "nightTakeoffs", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 23, name: "aircraft", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 24, name: "cfiNumber", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 25, name: "remarks", kind: .text(maximumScalars: 32_768), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 26, name: "accepted", kind: .texts(maximum: 16, maximumScalars: 64), required: false,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 29, name: "approaches", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 30, name: "holds", kind: .integer(0...99), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 31, name: "distanceNm", kind: .tenths(0...999_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 32, name: "towerLandings", kind: .integer(0...999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "landings.range"),
            FieldSchema(
                key: 34, name: "flightReview", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 35, name: "instrumentCheck", kind: .boolean, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 36, name: "checkride", kind: .boolean, required: false, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 37, name: "extra", kind: .textMap(maximum: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 38, name: "copiedFrom", kind: .text(maximumScalars: 97), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 39, name: "batch", kind: .text(maximumScalars: 97), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 40, name: "hobbs", kind: .hours(0...3_599_640), required: true, nullable: false,
                missing: "hobbs.required", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 41, name: "tach", kind: .hours(0...3_599_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 42, name: "hobbsStart", kind: .hours(0...3_599_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 43, name: "hobbsEnd", kind: .hours(0...3_599_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "hobbs.notANumber", outOfRange: "hobbs.range"),
            FieldSchema(
                key: 44, name: "instrumentHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 45, name: "nightHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 46, name: "crossCountryHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 47, name: "dualHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 48, name: "soloHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 49, name: "picHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 50, name: "groundHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 51, name: "actualInstrumentHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 52, name: "testPreparationHours", kind: .hours(0...3_599_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.supersedes])

    /// flight.removed, version 1: The entry no longer counts; its history stays and it can be restored.
    public static let flightRemoved1 = EventSchema(
        type: "flight.removed", version: 1, kinds: ["flight"], role: .remove, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// flight.restored, version 1: Undoes removals of the entry.
    public static let flightRestored1 = EventSchema(
        type: "flight.restored", version: 1, kinds: ["flight"], role: .restore, critical: false, computed: false,
        validTime: nil, register: nil, fields: [], engineFields: [.undoes])

    /// flight.signed, version 1: Locks the entry: while the signature stands, the entry is the fold of the events it
    /// covers.
    public static let flightSigned1 = EventSchema(
        type: "flight.signed", version: 1, kinds: ["flight"], role: .lock, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "cfiNumber", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "cfi.required", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "signerName", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "imageDigest", kind: .bytes(count: 32), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "certificateThrough", kind: .date, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "instructor",
                kind: .object([
                    FieldSchema(
                        key: 1, name: "key", kind: .bytes(count: 32), required: true, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 2, name: "log", kind: .bytes(count: 16), required: true, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 3, name: "size", kind: .integer(0...Int.max), required: true, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 4, name: "root", kind: .bytes(count: 32), required: true, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                    FieldSchema(
                        key: 5, name: "signature", kind: .bytes(count: 64), required: true, nullable: false,
                        missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
                ]),
                required: false, nullable: false, missing: "field.missing", mistyped: "field.type",
                outOfRange: "field.range"),
        ],
        engineFields: [.covers, .content, .form])

    /// flight.signed, version 2: Locks the entry: while the signature stands, the entry is the fold of the events it
    /// covers.
    public static let flightSigned2 = EventSchema(
        type: "flight.signed", version: 2, kinds: ["flight"], role: .lock, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "cfiNumber", kind: .text(maximumScalars: 64), required: true, nullable: false,
                missing: "cfi.required", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "signerName", kind: .text(maximumScalars: 128), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "imageDigest", kind: .bytes(count: 32), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "certificateThrough", kind: .date, required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.covers, .content, .form, .witness])

    /// forward.amended, version 1: The fields that change, with their new values; null clears a field.
    public static let forwardAmended1 = EventSchema(
        type: "forward.amended", version: 1, kinds: ["forward"], role: .edit, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: false, nullable: true, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "remarks", kind: .text(maximumScalars: 2048), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "total", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "pic", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "sic", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "dual", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "dualGiven", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "solo", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 9, name: "soloCrossCountry", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 10, name: "crossCountry", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "night", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "instrument", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "actualInstrument", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 14, name: "simulator", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 15, name: "ground", kind: .hours(0...359_999_640), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 16, name: "allLandings", kind: .integer(0...99_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 17, name: "dayLandings", kind: .integer(0...99_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 18, name: "nightLandings", kind: .integer(0...99_999), required: false, nullable: true,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// forward.removed, version 1: They no longer count; their history stays and they can be restored.
    public static let forwardRemoved1 = EventSchema(
        type: "forward.removed", version: 1, kinds: ["forward"], role: .remove, critical: false, computed: false,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// forward.restored, version 1: Undoes removals of the totals.
    public static let forwardRestored1 = EventSchema(
        type: "forward.restored", version: 1, kinds: ["forward"], role: .restore, critical: false, computed: false,
        validTime: nil, register: nil, fields: [], engineFields: [.undoes])

    /// forward.stated, version 1: The totals of an earlier logbook as of a day. They are in every sum and in no
    /// currency.
    public static let forwardStated1 = EventSchema(
        type: "forward.stated", version: 1, kinds: ["forward"], role: .create, critical: false, computed: false,
        validTime: 1, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "date", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "remarks", kind: .text(maximumScalars: 2048), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "total", kind: .hours(0...359_999_640), required: true, nullable: false,
                missing: "forward.total", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "pic", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 5, name: "sic", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 6, name: "dual", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 7, name: "dualGiven", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 8, name: "solo", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 9, name: "soloCrossCountry", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 10, name: "crossCountry", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 11, name: "night", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 12, name: "instrument", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 13, name: "actualInstrument", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 14, name: "simulator", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 15, name: "ground", kind: .hours(0...359_999_640), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 16, name: "allLandings", kind: .integer(0...99_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 17, name: "dayLandings", kind: .integer(0...99_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 18, name: "nightLandings", kind: .integer(0...99_999), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// review.passed, version 1: A flight review, an instrument proficiency check or a practical test.
    public static let reviewPassed1 = EventSchema(
        type: "review.passed", version: 1, kinds: ["review"], role: .create, critical: false, computed: false,
        validTime: 2, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "kind", kind: .choice(["flightReview", "ipc", "checkride"]), required: true,
                nullable: false, missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 2, name: "date", kind: .date, required: true, nullable: false, missing: "field.missing",
                mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 3, name: "cfiNumber", kind: .text(maximumScalars: 64), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
            FieldSchema(
                key: 4, name: "remarks", kind: .text(maximumScalars: 4096), required: false, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [])

    /// signature.voided, version 1: Lifts the lock and nothing else; the signature stays in the history.
    public static let signatureVoided1 = EventSchema(
        type: "signature.voided", version: 1, kinds: ["flight"], role: .unlock, critical: true, computed: true,
        validTime: nil, register: nil,
        fields: [
            FieldSchema(
                key: 1, name: "reason", kind: .text(maximumScalars: 1024), required: true, nullable: false,
                missing: "field.missing", mistyped: "field.type", outOfRange: "field.range"),
        ],
        engineFields: [.voids, .keeps])
}

/// The integer keys of aircraft.described's body.
public enum AircraftDescribedKey {
    /// Registration or tail number, at most 64 characters.
    public static let registration: UInt64 = 1
    /// Type designator, such as C172; at most 64 characters.
    public static let typeCode: UInt64 = 2
    /// Year of manufacture.
    public static let year: UInt64 = 3
    /// Manufacturer, at most 128 characters.
    public static let make: UInt64 = 4
    /// Model, at most 128 characters.
    public static let model: UInt64 = 5
    /// Landing gear, at most 64 characters.
    public static let gear: UInt64 = 6
    /// Kind of engine, at most 64 characters.
    public static let engine: UInt64 = 7
    /// Aircraft, simulator or training device; at most 64 characters.
    public static let equipment: UInt64 = 8
    /// Category and class, at most 64 characters.
    public static let `class`: UInt64 = 9
    /// Complex airplane.
    public static let complex: UInt64 = 10
    /// Technically advanced airplane.
    public static let taa: UInt64 = 11
    /// High-performance airplane.
    public static let highPerformance: UInt64 = 12
    /// Pressurized airplane.
    public static let pressurized: UInt64 = 13
    /// What an imported file held beside the fields above: column name (at most 128 characters) to text, at most 128.
    public static let extra: UInt64 = 14
    /// The stream of the import that made this description, at most 97 characters.
    public static let batch: UInt64 = 15
}

/// The integer keys of batch.imported's body.
public enum BatchImportedKey {
    /// Format the file was read as, at most 64 characters.
    public static let format: UInt64 = 1
    /// The file's own name without folders, at most 255 characters.
    public static let fileName: UInt64 = 2
    /// Number of flights entered.
    public static let flights: UInt64 = 3
    /// Number of rows left out.
    public static let skipped: UInt64 = 4
    /// Number of assumptions made while reading.
    public static let assumed: UInt64 = 5
    /// The program that wrote the file, as far as known; at most 128 characters.
    public static let program: UInt64 = 6
    /// Number of rows that the ledger held already.
    public static let duplicates: UInt64 = 7
    /// Number of aircraft described.
    public static let aircraft: UInt64 = 8
}

/// The integer keys of batch.undone's body.
public enum BatchUndoneKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of endorsement.given's body.
public enum EndorsementGivenKey {
    /// What for.
    public static let kind: UInt64 = 1
    /// Day it was given; a solo endorsement is good through the 90th day after it.
    public static let date: UInt64 = 2
    /// Instructor's certificate number, at most 64 characters.
    public static let cfiNumber: UInt64 = 3
    /// Make and model it is for, at most 128 characters.
    public static let makeModel: UInt64 = 4
    /// Last day of the instructor's certificate or recent experience.
    public static let certificateThrough: UInt64 = 5
    /// Its words, at most 4,096 characters.
    public static let remarks: UInt64 = 6
}

/// The integer keys of endorsement.signed's body.
public enum EndorsementSignedKey {
    /// Instructor's certificate number, at most 64 characters.
    public static let cfiNumber: UInt64 = 1
    /// Instructor's name, at most 128 characters.
    public static let signerName: UInt64 = 2
    /// Last day of the instructor's certificate or recent experience.
    public static let certificateThrough: UInt64 = 3
}

/// The integer keys of endorsement.voided's body.
public enum EndorsementVoidedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of endorsement.withdrawn's body.
public enum EndorsementWithdrawnKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of flight.amended's body.
public enum FlightAmendedV1Key {
    /// Day of the flight on the author's calendar.
    public static let date: UInt64 = 1
    /// Place of departure, at most 64 characters.
    public static let from: UInt64 = 2
    /// Place of arrival, at most 64 characters.
    public static let to: UInt64 = 3
    /// Duration of the flight in hours; 0 only for what is no flight, such as a ground lesson.
    public static let hobbs: UInt64 = 4
    /// Tachometer time in hours.
    public static let tach: UInt64 = 5
    /// Hobbs meter before the flight, in hours.
    public static let hobbsStart: UInt64 = 6
    /// Hobbs meter after the flight, in hours.
    public static let hobbsEnd: UInt64 = 7
    /// Number of full-stop landings by day.
    public static let dayLandings: UInt64 = 8
    /// Number of full-stop landings by night.
    public static let nightLandings: UInt64 = 9
    /// Sole occupant of the aircraft.
    public static let solo: UInt64 = 10
    /// Training received from an instructor.
    public static let dual: UInt64 = 11
    /// Cross-country flight.
    public static let crossCountry: UInt64 = 12
    /// Simulated instrument flight.
    public static let instrument: UInt64 = 13
    /// Hours of simulated instrument flight; absent: the whole flight where `instrument` is set.
    public static let instrumentHours: UInt64 = 14
    /// Hours by night; absent: the whole flight where there is a night landing.
    public static let nightHours: UInt64 = 15
    /// Hours of cross-country flight; absent: the whole flight where `crossCountry` is set.
    public static let crossCountryHours: UInt64 = 16
    /// Hours of training received; absent: the whole flight where `dual` is set.
    public static let dualHours: UInt64 = 17
    /// Hours as sole occupant; absent: the whole flight where `solo` is set.
    public static let soloHours: UInt64 = 18
    /// Hours as pilot in command.
    public static let picHours: UInt64 = 19
    /// Number of all landings of the flight; absent: day and night landings together.
    public static let allLandings: UInt64 = 20
    /// Number of take-offs by day.
    public static let dayTakeoffs: UInt64 = 21
    /// Number of take-offs by night.
    public static let nightTakeoffs: UInt64 = 22
    /// The aircraft's registration or the id of its stream, at most 64 characters.
    public static let aircraft: UInt64 = 23
    /// Instructor's certificate number as the pilot entered it, at most 64 characters.
    public static let cfiNumber: UInt64 = 24
    /// Remarks, at most 32,768 characters; an event of more than 65,535 bytes is refused.
    public static let remarks: UInt64 = 25
    /// Codes of the warnings accepted for this entry, at most 16 of 64 characters.
    public static let accepted: UInt64 = 26
    /// Hours of ground training received.
    public static let groundHours: UInt64 = 27
    /// Hours of actual instrument flight.
    public static let actualInstrumentHours: UInt64 = 28
    /// Number of instrument approaches.
    public static let approaches: UInt64 = 29
    /// Number of holding procedures.
    public static let holds: UInt64 = 30
    /// Distance flown in nautical miles.
    public static let distanceNm: UInt64 = 31
    /// Number of full-stop landings at an airport with an operating control tower.
    public static let towerLandings: UInt64 = 32
    /// Hours of preparation for the practical test.
    public static let testPreparationHours: UInt64 = 33
    /// A flight review was passed on this flight.
    public static let flightReview: UInt64 = 34
    /// An instrument proficiency check was passed on this flight.
    public static let instrumentCheck: UInt64 = 35
    /// A practical test was passed on this flight.
    public static let checkride: UInt64 = 36
    /// What an imported file held beside the fields above: column name (at most 128 characters) to text, at most 128.
    public static let extra: UInt64 = 37
}

/// The integer keys of flight.amended's body.
public enum FlightAmendedKey {
    /// Day of the flight on the author's calendar.
    public static let date: UInt64 = 1
    /// Place of departure, at most 64 characters.
    public static let from: UInt64 = 2
    /// Place of arrival, at most 64 characters.
    public static let to: UInt64 = 3
    /// Number of full-stop landings by day.
    public static let dayLandings: UInt64 = 8
    /// Number of full-stop landings by night.
    public static let nightLandings: UInt64 = 9
    /// Sole occupant of the aircraft.
    public static let solo: UInt64 = 10
    /// Training received from an instructor.
    public static let dual: UInt64 = 11
    /// Cross-country flight.
    public static let crossCountry: UInt64 = 12
    /// Simulated instrument flight.
    public static let instrument: UInt64 = 13
    /// Number of all landings of the flight; absent: day and night landings together.
    public static let allLandings: UInt64 = 20
    /// Number of take-offs by day.
    public static let dayTakeoffs: UInt64 = 21
    /// Number of take-offs by night.
    public static let nightTakeoffs: UInt64 = 22
    /// The aircraft's registration or the id of its stream, at most 64 characters.
    public static let aircraft: UInt64 = 23
    /// Instructor's certificate number as the pilot entered it, at most 64 characters.
    public static let cfiNumber: UInt64 = 24
    /// Remarks, at most 32,768 characters; an event of more than 65,535 bytes is refused.
    public static let remarks: UInt64 = 25
    /// Codes of the warnings accepted for this entry, at most 16 of 64 characters.
    public static let accepted: UInt64 = 26
    /// Number of instrument approaches.
    public static let approaches: UInt64 = 29
    /// Number of holding procedures.
    public static let holds: UInt64 = 30
    /// Distance flown in nautical miles.
    public static let distanceNm: UInt64 = 31
    /// Number of full-stop landings at an airport with an operating control tower.
    public static let towerLandings: UInt64 = 32
    /// A flight review was passed on this flight.
    public static let flightReview: UInt64 = 34
    /// An instrument proficiency check was passed on this flight.
    public static let instrumentCheck: UInt64 = 35
    /// A practical test was passed on this flight.
    public static let checkride: UInt64 = 36
    /// What an imported file held beside the fields above: column name (at most 128 characters) to text, at most 128.
    public static let extra: UInt64 = 37
    /// Duration of the flight in hours; 0 only for what is no flight, such as a ground lesson.
    public static let hobbs: UInt64 = 40
    /// Tachometer time in hours.
    public static let tach: UInt64 = 41
    /// Hobbs meter before the flight, in hours.
    public static let hobbsStart: UInt64 = 42
    /// Hobbs meter after the flight, in hours.
    public static let hobbsEnd: UInt64 = 43
    /// Hours of simulated instrument flight; absent: the whole flight where `instrument` is set.
    public static let instrumentHours: UInt64 = 44
    /// Hours by night; absent: the whole flight where there is a night landing.
    public static let nightHours: UInt64 = 45
    /// Hours of cross-country flight; absent: the whole flight where `crossCountry` is set.
    public static let crossCountryHours: UInt64 = 46
    /// Hours of training received; absent: the whole flight where `dual` is set.
    public static let dualHours: UInt64 = 47
    /// Hours as sole occupant; absent: the whole flight where `solo` is set.
    public static let soloHours: UInt64 = 48
    /// Hours as pilot in command.
    public static let picHours: UInt64 = 49
    /// Hours of ground training received.
    public static let groundHours: UInt64 = 50
    /// Hours of actual instrument flight.
    public static let actualInstrumentHours: UInt64 = 51
    /// Hours of preparation for the practical test.
    public static let testPreparationHours: UInt64 = 52
}

/// The integer keys of flight.logged's body.
public enum FlightLoggedV1Key {
    /// Day of the flight on the author's calendar.
    public static let date: UInt64 = 1
    /// Place of departure, at most 64 characters.
    public static let from: UInt64 = 2
    /// Place of arrival, at most 64 characters.
    public static let to: UInt64 = 3
    /// Duration of the flight in hours; 0 only for what is no flight, such as a ground lesson.
    public static let hobbs: UInt64 = 4
    /// Tachometer time in hours.
    public static let tach: UInt64 = 5
    /// Hobbs meter before the flight, in hours.
    public static let hobbsStart: UInt64 = 6
    /// Hobbs meter after the flight, in hours.
    public static let hobbsEnd: UInt64 = 7
    /// Number of full-stop landings by day.
    public static let dayLandings: UInt64 = 8
    /// Number of full-stop landings by night.
    public static let nightLandings: UInt64 = 9
    /// Sole occupant of the aircraft.
    public static let solo: UInt64 = 10
    /// Training received from an instructor.
    public static let dual: UInt64 = 11
    /// Cross-country flight.
    public static let crossCountry: UInt64 = 12
    /// Simulated instrument flight.
    public static let instrument: UInt64 = 13
    /// Hours of simulated instrument flight; absent: the whole flight where `instrument` is set.
    public static let instrumentHours: UInt64 = 14
    /// Hours by night; absent: the whole flight where there is a night landing.
    public static let nightHours: UInt64 = 15
    /// Hours of cross-country flight; absent: the whole flight where `crossCountry` is set.
    public static let crossCountryHours: UInt64 = 16
    /// Hours of training received; absent: the whole flight where `dual` is set.
    public static let dualHours: UInt64 = 17
    /// Hours as sole occupant; absent: the whole flight where `solo` is set.
    public static let soloHours: UInt64 = 18
    /// Hours as pilot in command.
    public static let picHours: UInt64 = 19
    /// Number of all landings of the flight; absent: day and night landings together.
    public static let allLandings: UInt64 = 20
    /// Number of take-offs by day.
    public static let dayTakeoffs: UInt64 = 21
    /// Number of take-offs by night.
    public static let nightTakeoffs: UInt64 = 22
    /// The aircraft's registration or the id of its stream, at most 64 characters.
    public static let aircraft: UInt64 = 23
    /// Instructor's certificate number as the pilot entered it, at most 64 characters.
    public static let cfiNumber: UInt64 = 24
    /// Remarks, at most 32,768 characters; an event of more than 65,535 bytes is refused.
    public static let remarks: UInt64 = 25
    /// Codes of the warnings accepted for this entry, at most 16 of 64 characters.
    public static let accepted: UInt64 = 26
    /// Hours of ground training received.
    public static let groundHours: UInt64 = 27
    /// Hours of actual instrument flight.
    public static let actualInstrumentHours: UInt64 = 28
    /// Number of instrument approaches.
    public static let approaches: UInt64 = 29
    /// Number of holding procedures.
    public static let holds: UInt64 = 30
    /// Distance flown in nautical miles.
    public static let distanceNm: UInt64 = 31
    /// Number of full-stop landings at an airport with an operating control tower.
    public static let towerLandings: UInt64 = 32
    /// Hours of preparation for the practical test.
    public static let testPreparationHours: UInt64 = 33
    /// A flight review was passed on this flight.
    public static let flightReview: UInt64 = 34
    /// An instrument proficiency check was passed on this flight.
    public static let instrumentCheck: UInt64 = 35
    /// A practical test was passed on this flight.
    public static let checkride: UInt64 = 36
    /// What an imported file held beside the fields above: column name (at most 128 characters) to text, at most 128.
    public static let extra: UInt64 = 37
    /// The stream this entry was duplicated from, at most 97 characters.
    public static let copiedFrom: UInt64 = 38
    /// The stream of the import that made this entry, at most 97 characters.
    public static let batch: UInt64 = 39
}

/// The integer keys of flight.logged's body.
public enum FlightLoggedKey {
    /// Day of the flight on the author's calendar.
    public static let date: UInt64 = 1
    /// Place of departure, at most 64 characters.
    public static let from: UInt64 = 2
    /// Place of arrival, at most 64 characters.
    public static let to: UInt64 = 3
    /// Number of full-stop landings by day.
    public static let dayLandings: UInt64 = 8
    /// Number of full-stop landings by night.
    public static let nightLandings: UInt64 = 9
    /// Sole occupant of the aircraft.
    public static let solo: UInt64 = 10
    /// Training received from an instructor.
    public static let dual: UInt64 = 11
    /// Cross-country flight.
    public static let crossCountry: UInt64 = 12
    /// Simulated instrument flight.
    public static let instrument: UInt64 = 13
    /// Number of all landings of the flight; absent: day and night landings together.
    public static let allLandings: UInt64 = 20
    /// Number of take-offs by day.
    public static let dayTakeoffs: UInt64 = 21
    /// Number of take-offs by night.
    public static let nightTakeoffs: UInt64 = 22
    /// The aircraft's registration or the id of its stream, at most 64 characters.
    public static let aircraft: UInt64 = 23
    /// Instructor's certificate number as the pilot entered it, at most 64 characters.
    public static let cfiNumber: UInt64 = 24
    /// Remarks, at most 32,768 characters; an event of more than 65,535 bytes is refused.
    public static let remarks: UInt64 = 25
    /// Codes of the warnings accepted for this entry, at most 16 of 64 characters.
    public static let accepted: UInt64 = 26
    /// Number of instrument approaches.
    public static let approaches: UInt64 = 29
    /// Number of holding procedures.
    public static let holds: UInt64 = 30
    /// Distance flown in nautical miles.
    public static let distanceNm: UInt64 = 31
    /// Number of full-stop landings at an airport with an operating control tower.
    public static let towerLandings: UInt64 = 32
    /// A flight review was passed on this flight.
    public static let flightReview: UInt64 = 34
    /// An instrument proficiency check was passed on this flight.
    public static let instrumentCheck: UInt64 = 35
    /// A practical test was passed on this flight.
    public static let checkride: UInt64 = 36
    /// What an imported file held beside the fields above: column name (at most 128 characters) to text, at most 128.
    public static let extra: UInt64 = 37
    /// The stream this entry was duplicated from, at most 97 characters.
    public static let copiedFrom: UInt64 = 38
    /// The stream of the import that made this entry, at most 97 characters.
    public static let batch: UInt64 = 39
    /// Duration of the flight in hours; 0 only for what is no flight, such as a ground lesson.
    public static let hobbs: UInt64 = 40
    /// Tachometer time in hours.
    public static let tach: UInt64 = 41
    /// Hobbs meter before the flight, in hours.
    public static let hobbsStart: UInt64 = 42
    /// Hobbs meter after the flight, in hours.
    public static let hobbsEnd: UInt64 = 43
    /// Hours of simulated instrument flight; absent: the whole flight where `instrument` is set.
    public static let instrumentHours: UInt64 = 44
    /// Hours by night; absent: the whole flight where there is a night landing.
    public static let nightHours: UInt64 = 45
    /// Hours of cross-country flight; absent: the whole flight where `crossCountry` is set.
    public static let crossCountryHours: UInt64 = 46
    /// Hours of training received; absent: the whole flight where `dual` is set.
    public static let dualHours: UInt64 = 47
    /// Hours as sole occupant; absent: the whole flight where `solo` is set.
    public static let soloHours: UInt64 = 48
    /// Hours as pilot in command.
    public static let picHours: UInt64 = 49
    /// Hours of ground training received.
    public static let groundHours: UInt64 = 50
    /// Hours of actual instrument flight.
    public static let actualInstrumentHours: UInt64 = 51
    /// Hours of preparation for the practical test.
    public static let testPreparationHours: UInt64 = 52
}

/// The integer keys of flight.removed's body.
public enum FlightRemovedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of flight.signed's body.
public enum FlightSignedV1Key {
    /// Instructor's certificate number, at most 64 characters.
    public static let cfiNumber: UInt64 = 1
    /// Instructor's name, at most 128 characters.
    public static let signerName: UInt64 = 2
    /// SHA-256, 32 bytes, of the signature's image, which is kept as a blob.
    public static let imageDigest: UInt64 = 3
    /// Last day of the instructor's certificate or recent experience.
    public static let certificateThrough: UInt64 = 4
    /// The instructor's own signature as a witness of the log.
    public static let instructor: UInt64 = 5
}

/// The integer keys of flight.signed's body's instructor.
public enum FlightSignedV1InstructorKey {
    /// Instructor's Ed25519 public key, 32 bytes.
    public static let key: UInt64 = 1
    /// The origin id, 16 bytes, of the log witnessed.
    public static let log: UInt64 = 2
    /// Number of events of that log at signing.
    public static let size: UInt64 = 3
    /// Merkle root, 32 bytes, of that log at that size.
    public static let root: UInt64 = 4
    /// Ed25519 signature, 64 bytes, by the key over "daybook/instructor/1", content, log, size as 8 bytes, and root.
    public static let signature: UInt64 = 5
}

/// The integer keys of flight.signed's body.
public enum FlightSignedKey {
    /// Instructor's certificate number, at most 64 characters.
    public static let cfiNumber: UInt64 = 1
    /// Instructor's name, at most 128 characters.
    public static let signerName: UInt64 = 2
    /// SHA-256, 32 bytes, of the signature's image, which is kept as a blob.
    public static let imageDigest: UInt64 = 3
    /// Last day of the instructor's certificate or recent experience.
    public static let certificateThrough: UInt64 = 4
}

/// The integer keys of forward.amended's body.
public enum ForwardAmendedKey {
    /// The last day that the totals include.
    public static let date: UInt64 = 1
    /// Remarks, such as the name of the earlier logbook, at most 2,048 characters.
    public static let remarks: UInt64 = 2
    /// Hours: total flight time.
    public static let total: UInt64 = 3
    /// Hours: pilot in command.
    public static let pic: UInt64 = 4
    /// Hours: second in command.
    public static let sic: UInt64 = 5
    /// Hours: training received.
    public static let dual: UInt64 = 6
    /// Hours: training given.
    public static let dualGiven: UInt64 = 7
    /// Hours: sole occupant.
    public static let solo: UInt64 = 8
    /// Hours: sole occupant on cross-countries.
    public static let soloCrossCountry: UInt64 = 9
    /// Hours: cross-country.
    public static let crossCountry: UInt64 = 10
    /// Hours: night.
    public static let night: UInt64 = 11
    /// Hours: simulated instrument.
    public static let instrument: UInt64 = 12
    /// Hours: actual instrument.
    public static let actualInstrument: UInt64 = 13
    /// Hours: simulators and training devices; no flight time.
    public static let simulator: UInt64 = 14
    /// Hours: ground training; no flight time.
    public static let ground: UInt64 = 15
    /// Number: all landings.
    public static let allLandings: UInt64 = 16
    /// Number: full-stop landings by day.
    public static let dayLandings: UInt64 = 17
    /// Number: full-stop landings by night.
    public static let nightLandings: UInt64 = 18
}

/// The integer keys of forward.removed's body.
public enum ForwardRemovedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}

/// The integer keys of forward.stated's body.
public enum ForwardStatedKey {
    /// The last day that the totals include.
    public static let date: UInt64 = 1
    /// Remarks, such as the name of the earlier logbook, at most 2,048 characters.
    public static let remarks: UInt64 = 2
    /// Hours: total flight time.
    public static let total: UInt64 = 3
    /// Hours: pilot in command.
    public static let pic: UInt64 = 4
    /// Hours: second in command.
    public static let sic: UInt64 = 5
    /// Hours: training received.
    public static let dual: UInt64 = 6
    /// Hours: training given.
    public static let dualGiven: UInt64 = 7
    /// Hours: sole occupant.
    public static let solo: UInt64 = 8
    /// Hours: sole occupant on cross-countries.
    public static let soloCrossCountry: UInt64 = 9
    /// Hours: cross-country.
    public static let crossCountry: UInt64 = 10
    /// Hours: night.
    public static let night: UInt64 = 11
    /// Hours: simulated instrument.
    public static let instrument: UInt64 = 12
    /// Hours: actual instrument.
    public static let actualInstrument: UInt64 = 13
    /// Hours: simulators and training devices; no flight time.
    public static let simulator: UInt64 = 14
    /// Hours: ground training; no flight time.
    public static let ground: UInt64 = 15
    /// Number: all landings.
    public static let allLandings: UInt64 = 16
    /// Number: full-stop landings by day.
    public static let dayLandings: UInt64 = 17
    /// Number: full-stop landings by night.
    public static let nightLandings: UInt64 = 18
}

/// The integer keys of review.passed's body.
public enum ReviewPassedKey {
    /// Which.
    public static let kind: UInt64 = 1
    /// Day it was passed.
    public static let date: UInt64 = 2
    /// Certificate number of the instructor or examiner, at most 64 characters.
    public static let cfiNumber: UInt64 = 3
    /// Remarks, at most 4,096 characters.
    public static let remarks: UInt64 = 4
}

/// The integer keys of signature.voided's body.
public enum SignatureVoidedKey {
    /// Why; at most 1,024 characters.
    public static let reason: UInt64 = 1
}
