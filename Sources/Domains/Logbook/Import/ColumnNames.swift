import Tables

/// The names that logbook programs give the column of a field: one table for maps and readers.
///
/// Names are compared by their letters and digits, so that `Total Time`, `total_time` and `TotalTime` are one.
enum ColumnNames {
    /// The field of a map that a column's name states; nil for a name that is not known.
    static func field(of column: String) -> String? {
        let name = plain(column)
        if let field = fields[name] { return field }
        // "PIC Time", "Time PIC" and "PIC Duration" name what "PIC" does.
        for word in ["time", "duration", "hours"] {
            let stems = [
                name.hasPrefix(word) ? String(name.dropFirst(word.count)) : "",
                name.hasSuffix(word) ? String(name.dropLast(word.count)) : "",
            ]
            for stem in stems {
                if let field = fields[stem], field == "hobbs" || field.hasSuffix("Hours") { return field }
            }
        }
        return nil
    }

    /// The columns of a header that stand for keys which it has not itself: the first of each, by its compared name.
    static func aliases(of keys: Set<String>, in header: CSVRecord) -> [String: String] {
        let names = header.unguarded.fields
        let own = Set(names.map(ColumnPlan.key))
        var aliases: [String: String] = [:]
        for name in names {
            guard let field = field(of: name), let key = ImportMap.fields.first(where: { $0.field == field })?.key,
                keys.contains(key), !own.contains(key), !aliases.values.contains(key)
            else { continue }
            aliases[ColumnPlan.key(name)] = key
        }
        return aliases
    }

    /// The letters and digits of a name in lower case.
    private static func plain(_ name: String) -> String { ColumnPlan.key(name).filter { $0.isLetter || $0.isNumber } }

    private static let fields: [String: String] = {
        var fields: [String: String] = [:]
        for (field, names) in names { for name in names.split(separator: " ") { fields[String(name)] = field } }
        return fields
    }()

    /// The letters and digits of the names of each field. Sources: the headers of published exports, such as those of
    /// FlyLog, web-logbook, Capzlog, SkyDemon, Wader, Vereinsflieger, Garmin Pilot, LogTen and MCC/CrewLounge.
    private static let names: [(field: String, names: String)] = [
        ("date", "date flightdate flightflightdate mccdate pilotlogdate dateofflight doft datum"),
        (
            "from",
            "from departure dep departureairport departureplace departureicao departureaerodrome depairport depicao "
                + "dept origin originairport afdep flightfrom fromairport placeofdeparture startort"
        ),
        (
            "to",
            "to arrival arr arrivalairport arrivalplace arrivalicao arrivalaerodrome arrairport arricao destination "
                + "destinationairport destinationplace destinationicao dest afarr flightto toairport placeofarrival "
                + "landeort"
        ),
        ("route", "route routeofflight flightroute"),
        (
            "aircraft",
            "aircraftid aircraft aircraftregistration aircraftreg aircraftident aircrafttailnumber aircraftaircraftid "
                + "registration reg acreg acident acregistration acft tail tailnumber tailno ident lfz kennzeichen"
        ),
        ("make", "make aircraftmake manufacturer"),
        ("model", "model aircraftmodel acmodel makemodel makeandmodel aircraftmakemodel aircraftmakeandmodel"),
        ("typeCode", "typecode aircrafttype actype icaotype"), ("class", "class aircraftclass categoryclass"),
        (
            "hobbs",
            "total totalflighttime totalflight totaldurationofflight flighttime flightduration flighthours duration "
                + "hobbs block tblk flugzeit"
        ),
        ("picHours", "pic pilotincommand p1 tpic flightpic"), ("soloHours", "solo"),
        ("dualHours", "dual dualreceived dualrcvd instructionreceived tdual"),
        ("nightHours", "night tnight"), ("crossCountryHours", "crosscountry xcountry xc"),
        ("instrumentHours", "simulatedinstrument siminstrument siminst hood"),
        ("actualInstrumentHours", "actualinstrument actualinst actual imc"),
        ("groundHours", "groundtraining ground groundinstruction"),
        ("sicHours", "sic secondincommand copilot copi p2 tsic"),
        ("dualGivenHours", "dualgiven instructiongiven instrgiven instructortime timeinstructor"),
        ("simulatorHours", "simulatedflight simulator flightsimulator groundsimulator simtime timesim"),
        ("inDevice", "acissim issimulator issim"), ("broughtForward", "isprevexp ispreviousexperience"),
        ("hobbsStart", "hobbsstart"), ("hobbsEnd", "hobbsend hobbsstop"),
        ("allLandings", "alllandings landings totallandings numberoflandings ldg ldgs landungen"),
        (
            "landingsByDay",
            "daylandings daylanding landingsday landingday landingsbyday ldgday ldgsday dayldg dayldgs"
        ),
        (
            "landingsByNight",
            "nightlandings nightlanding landingsnight landingnight landingsbynight ldgnight ldgsnight nightldg "
                + "nightldgs"
        ),
        ("dayLandings", "daylandingsfullstop fsdaylandings"),
        ("nightLandings", "nightlandingsfullstop fsnightlandings"),
        ("dayTakeoffs", "daytakeoffs takeoffsday today"), ("nightTakeoffs", "nighttakeoffs takeoffsnight tonight"),
        ("approaches", "approaches instrumentapproaches approachestype"),
        ("holds", "holds hold holding holdings holdingpatterns"), ("distanceNm", "distance"),
        ("flightReview", "flightreview bfr"), ("instrumentCheck", "ipc"), ("checkride", "checkride"),
        ("cfiNumber", "cfinumber cficertificate"),
        ("remarks", "remarks remark remarksendorsements comments comment pilotcomments notes bemerkung bemerkungen"),
    ]
}
