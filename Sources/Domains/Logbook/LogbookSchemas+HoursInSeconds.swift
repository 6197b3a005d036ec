import EventCodec
import EventModel

/// Version 1 of an entry states hours in tenths; version 2 states them in seconds, under keys of their own.
///
/// Separate keys keep the fields as written apart, where a record has events of both versions: a signature covers those
/// bytes.
func hoursInSeconds(_ fields: inout BodyFields) {
    for (tenths, seconds) in hourKeys {
        // A body that was checked has no such number; a request for a signature may bring any.
        if let value = fields.integer(tenths),
            case (let scaled, false) = value.multipliedReportingOverflow(by: Int64(Hours.secondsOfTenth))
        {
            fields.set(tenths, integer: scaled)
        }
        fields.move(tenths, to: seconds)
    }
}

extension LogbookSchemas {
    /// The fields of an entry as they were written, in any versions, as those of the newest version (a `precondition`:
    /// a canonical map with integer keys).
    public static func newest(_ written: [UInt8]) -> [UInt8] {
        var fields = BodyFields(body: written)
        hoursInSeconds(&fields)
        return fields.body
    }
}

/// The keys of hours in version 1 and in version 2, the same in a new entry and in a change.
private let hourKeys: [(tenths: UInt64, seconds: UInt64)] = [
    (FlightLoggedV1Key.hobbs, FlightLoggedKey.hobbs), (FlightLoggedV1Key.tach, FlightLoggedKey.tach),
    (FlightLoggedV1Key.hobbsStart, FlightLoggedKey.hobbsStart), (FlightLoggedV1Key.hobbsEnd, FlightLoggedKey.hobbsEnd),
    (FlightLoggedV1Key.instrumentHours, FlightLoggedKey.instrumentHours),
    (FlightLoggedV1Key.nightHours, FlightLoggedKey.nightHours),
    (FlightLoggedV1Key.crossCountryHours, FlightLoggedKey.crossCountryHours),
    (FlightLoggedV1Key.dualHours, FlightLoggedKey.dualHours),
    (FlightLoggedV1Key.soloHours, FlightLoggedKey.soloHours), (FlightLoggedV1Key.picHours, FlightLoggedKey.picHours),
    (FlightLoggedV1Key.groundHours, FlightLoggedKey.groundHours),
    (FlightLoggedV1Key.actualInstrumentHours, FlightLoggedKey.actualInstrumentHours),
    (FlightLoggedV1Key.testPreparationHours, FlightLoggedKey.testPreparationHours),
]
