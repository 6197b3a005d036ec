// Written by tools/bank from schemas/bank/states/IL.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/IL.json: 21413 bytes.
    static let ILText = BankText(sha256: "da988a6b1935b02dc625992e62277411391daa14fcb65aaf57f9d227252780ab", text: ILFile)

    /// Read when it is first asked for, and kept.
    static let IL = ILText.bank
}

private let ILFile = ##"""
{
 "daybookBank": 1,
 "state": "IL",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "IL-001",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "You drive through an alley in an Illinois city, and no sign shows a speed limit. What is the limit?",
   "options": [
    "25 mph",
    "15 mph",
    "20 mph",
    "30 mph"
   ],
   "correct": 1,
   "explanation": "The limit in an alley is 15 mph unless a sign shows another one. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-002",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You have a valid license from another state and move to Illinois to stay. It is good for three more years. Within how many days must you get an Illinois license?",
   "options": [
    "10 days",
    "30 days",
    "60 days",
    "90 days"
   ],
   "correct": 3,
   "explanation": "A new resident must obtain an Illinois license within 90 days, or sooner if the old license expires. As of 2026, Rules of the Road states this (chapter 1)."
  },
  {
   "id": "IL-003",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are 19 and have no earlier offense. A test in Illinois shows a trace of alcohol, less than 0.08, while you drive. For how long at least are your driving privileges suspended?",
   "options": [
    "3 months",
    "14 days",
    "6 months",
    "2 years"
   ],
   "correct": 0,
   "explanation": "A driver under 21 with any trace of alcohol loses driving privileges for at least three months. As of 2026, Rules of the Road states this (chapter 6)."
  },
  {
   "id": "IL-004",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "An Illinois road has two lanes each way and no barrier. A school bus that comes toward you stops on the other side with red lights flashing. Must you stop?",
   "options": [
    "No, as oncoming traffic never stops for a bus",
    "Yes, as no barrier divides the road",
    "No, as the road has four lanes",
    "Yes, as red bus lights stop all traffic on every road"
   ],
   "correct": 2,
   "explanation": "On a four-lane road, traffic in the opposite direction need not stop for the bus (Rules of the Road 2026, chapter 4; 625 ILCS 5/11-1414(e)). On a two-lane road both directions stop."
  },
  {
   "id": "IL-005",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "Which of these signs makes it unlawful in Illinois to park 25 feet before it?",
   "options": [
    "A speed limit sign",
    "A curve warning sign",
    "A yield sign",
    "A street name sign"
   ],
   "correct": 2,
   "explanation": "Parking within 30 feet of a stop sign, yield sign or traffic control signal is prohibited. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-006",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You hold an Illinois driver's license and move to another home in the state. Within how many days must you tell the Secretary of State?",
   "options": [
    "10 days",
    "20 days",
    "30 days",
    "60 days"
   ],
   "correct": 0,
   "explanation": "A driver must notify the Secretary of State of a new address within 10 days of a move. As of 2026, Rules of the Road states this (chapter 1)."
  },
  {
   "id": "IL-007",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "You drive in an Illinois town outside alleys and school zones. No speed limit is posted. What is the limit?",
   "options": [
    "40 mph",
    "25 mph",
    "35 mph",
    "30 mph"
   ],
   "correct": 3,
   "explanation": "The limit in city and town areas is 30 mph unless a sign shows another one. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-008",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "Up to which birthday is a driver with an Illinois instruction permit barred from phone calls at the wheel, even hands-free ones? There is no emergency.",
   "options": [
    "The 17th",
    "The 19th",
    "The 18th",
    "The 21st"
   ],
   "correct": 1,
   "explanation": "A person under 19 with an instruction permit or graduated license may not use a wireless phone while driving (625 ILCS 5/12-610.1(b)). Emergency calls are allowed."
  },
  {
   "id": "IL-009",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are 35, have no earlier DUI, and refuse the chemical test after a DUI arrest in Illinois. For how long are your driving privileges suspended for the refusal?",
   "options": [
    "3 months",
    "6 months",
    "1 year",
    "3 years"
   ],
   "correct": 2,
   "explanation": "A first refusal suspends driving privileges for one year. As of 2026, Rules of the Road states this (chapter 6)."
  },
  {
   "id": "IL-010",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "How far from the nearest rail of an Illinois railroad crossing must you park at least?",
   "options": [
    "50 feet",
    "15 feet",
    "20 feet",
    "30 feet"
   ],
   "correct": 0,
   "explanation": "Parking within 50 feet of the nearest rail of a railroad crossing is prohibited. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-011",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "You drive in a business district in Illinois and want to turn right. For at least which distance before the turn must you signal?",
   "options": [
    "200 feet",
    "150 feet",
    "300 feet",
    "100 feet"
   ],
   "correct": 3,
   "explanation": "In a business or residential area a driver signals continuously for at least 100 feet before turning. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-012",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "Through which age must a child normally ride in a child restraint system or booster seat in Illinois?",
   "options": [
    "10 years",
    "7 years",
    "5 years",
    "8 years"
   ],
   "correct": 1,
   "explanation": "The Child Passenger Protection Act requires a child restraint for every child under age 8. As of 2026, Rules of the Road states this (chapter 4)."
  },
  {
   "id": "IL-013",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "Illinois Rules of the Road 2026 lists limits that apply unless a sign shows another one. Which limit does it give for highways with four lanes that are neither interstates nor tollways?",
   "options": [
    "55 mph",
    "60 mph",
    "65 mph",
    "70 mph"
   ],
   "correct": 2,
   "explanation": "Rules of the Road 2026 gives 65 mph for highways with four lanes, unless a sign shows another limit (chapter 4). Interstates and tollways have 70 mph."
  },
  {
   "id": "IL-014",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You are 16. For how long without a break must you hold an Illinois instruction permit before you can get a driver's license?",
   "options": [
    "9 months",
    "3 months",
    "6 months",
    "12 months"
   ],
   "correct": 0,
   "explanation": "An applicant aged 15 to 17 must hold the permit for at least nine consecutive months. As of 2026, Rules of the Road states this (chapter 3)."
  },
  {
   "id": "IL-015",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are 20 and are convicted of DUI in Illinois for the first time. For how long at least are your driving privileges revoked?",
   "options": [
    "2 years",
    "6 months",
    "1 year",
    "5 years"
   ],
   "correct": 0,
   "explanation": "A first DUI conviction under age 21 brings a revocation of at least two years. As of 2026, Rules of the Road states this (chapter 6)."
  },
  {
   "id": "IL-016",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "A posted Illinois school zone is in force on school days when children are near. Between which hours does the law place the school day?",
   "options": [
    "7 a.m. to 3:30 p.m.",
    "8 a.m. to 3 p.m.",
    "5:30 a.m. to 6:30 p.m.",
    "6:30 a.m. to 4 p.m."
   ],
   "correct": 3,
   "explanation": "For school zones the school day begins at 6:30 a.m. and ends at 4 p.m. (625 ILCS 5/11-605(a))."
  },
  {
   "id": "IL-017",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "When do you have to turn on your headlights in the daytime in Illinois?",
   "options": [
    "When the sun is low in front of you",
    "When your wipers are on",
    "When the road is only wet",
    "When you drive faster than 55 mph"
   ],
   "correct": 1,
   "explanation": "Illinois law requires headlights when the windshield wipers are in use. Rules of the Road 2026 states this in chapter 11."
  },
  {
   "id": "IL-018",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "Two insured cars collide in Illinois. Nobody is hurt. Above which property damage must each driver file a crash report?",
   "options": [
    "$500",
    "$1,000",
    "$1,500",
    "$750"
   ],
   "correct": 2,
   "explanation": "A driver files a report of a crash with an injury, a death or damage above $1,500. As of 2026, Rules of the Road states this (chapter 7). With an uninsured vehicle the amount is $500."
  },
  {
   "id": "IL-019",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are 40, have no earlier DUI, and a chemical test after a DUI arrest in Illinois shows 0.10. For how long are your driving privileges suspended for failing the test?",
   "options": [
    "30 days",
    "90 days",
    "18 months",
    "6 months"
   ],
   "correct": 3,
   "explanation": "A test result of 0.08 or more suspends the driving privileges of a first offender for six months. As of 2026, Rules of the Road states this (chapter 6)."
  },
  {
   "id": "IL-020",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You are 16 and got your Illinois license four months ago. Four friends aged 17, no relatives of yours, want to ride with you. How many of them may you take?",
   "options": [
    "None",
    "One",
    "Two",
    "Three"
   ],
   "correct": 1,
   "explanation": "For the first 12 months or until age 18, a new driver may carry one passenger under 20, besides relatives named in the rule. As of 2026, Rules of the Road states this (chapter 3)."
  },
  {
   "id": "IL-021",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "Your blood is tested right after you drove in Illinois. Your driving showed no impairment, and you are no medical cannabis patient. Which THC concentration in whole blood is the lowest at which driving is unlawful?",
   "options": [
    "5 nanograms per milliliter",
    "1 nanogram per milliliter",
    "10 nanograms per milliliter",
    "50 nanograms per milliliter"
   ],
   "correct": 0,
   "explanation": "Driving with 5 nanograms or more of THC per milliliter of whole blood is unlawful. Rules of the Road 2026 states this in chapter 6. For other bodily substances the limit is 10 nanograms."
  },
  {
   "id": "IL-022",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "You ride a motorcycle in a small Illinois town and wait at a red light that does not change. After how many seconds may you go on, yielding to others?",
   "options": [
    "30 seconds",
    "60 seconds",
    "120 seconds",
    "240 seconds"
   ],
   "correct": 2,
   "explanation": "If a red light fails to turn green after 120 seconds, a motorcyclist may proceed after yielding (Rules of the Road 2026, chapter 5). The statute leaves out cities of 2,000,000 or more."
  },
  {
   "id": "IL-023",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "An Illinois construction zone is posted at 45 mph. It is Sunday night, and no workers are present. Which limit applies to you?",
   "options": [
    "The usual limit of the road, as no one works",
    "The posted 45 mph limit",
    "10 mph more than the posted limit",
    "55 mph, as on other rural roads at night"
   ],
   "correct": 1,
   "explanation": "The posted construction zone limit applies 24 hours a day, seven days a week, with or without workers. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-024",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "Your car plays music on an Illinois highway. The sound system becomes too loud for the law once it can be heard how far from the car?",
   "options": [
    "25 feet away",
    "50 feet away",
    "60 feet away",
    "75 feet away"
   ],
   "correct": 3,
   "explanation": "A sound system may not be so loud that it is heard 75 feet or more from the vehicle. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-025",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You are 16 with an Illinois instruction permit and the required adult beside you. No local curfew differs. At which time may you drive?",
   "options": [
    "Sunday at 10:30 p.m.",
    "Wednesday at 11:30 p.m.",
    "Saturday at 10:30 p.m.",
    "Friday at 11:30 p.m."
   ],
   "correct": 2,
   "explanation": "As of 2026, night hours begin at 10 p.m. from Sunday to Thursday and at 11 p.m. on Friday and Saturday (Rules of the Road, chapter 3). They end at 6 a.m."
  },
  {
   "id": "IL-026",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are convicted of DUI in Illinois for the second time, eight years after the first conviction. For how long at least are your driving privileges revoked?",
   "options": [
    "5 years",
    "1 year",
    "2 years",
    "10 years"
   ],
   "correct": 0,
   "explanation": "A second conviction within 20 years revokes driving privileges for at least five years. As of 2026, Rules of the Road states this (chapter 6)."
  },
  {
   "id": "IL-027",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "A posted Illinois school zone on a school day at 10 a.m., with children present close to the traffic. How fast may you drive at most?",
   "options": [
    "35 mph",
    "20 mph",
    "25 mph",
    "30 mph"
   ],
   "correct": 1,
   "explanation": "The limit in a posted school zone is 20 mph on school days when children are present. It holds between 6:30 a.m. and 4 p.m. (Rules of the Road 2026, chapter 4)."
  },
  {
   "id": "IL-028",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You are 19 at both arrests and get two traffic violation convictions in Illinois. What is the longest period in which the two still lead to suspension?",
   "options": [
    "6 months",
    "12 months",
    "18 months",
    "24 months"
   ],
   "correct": 3,
   "explanation": "For a driver under 21, two violations within any 24 months lead to suspension. As of 2026, Rules of the Road states this (chapter 8). Older drivers need three within 12 months."
  },
  {
   "id": "IL-029",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "You want to turn around on a curve of an Illinois road. How far must you be able to see in all directions at least?",
   "options": [
    "500 feet",
    "100 feet",
    "200 feet",
    "300 feet"
   ],
   "correct": 0,
   "explanation": "Turning around on a curve or hill is allowed only with a view of at least 500 feet in all directions. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-030",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "How far down from its top may tinted film reach on the windshield of a car in Illinois? You have no medical exemption.",
   "options": [
    "2 inches",
    "4 inches",
    "6 inches",
    "9 inches"
   ],
   "correct": 2,
   "explanation": "As of 2023, nonreflective tinted film may reach at most 6 inches down from the top of the windshield (625 ILCS 5/12-503(a))."
  },
  {
   "id": "IL-031",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "You drive a car on an Illinois interstate in a rural county. No sign shows a limit. What is the limit?",
   "options": [
    "80 mph",
    "65 mph",
    "75 mph",
    "70 mph"
   ],
   "correct": 3,
   "explanation": "The limit on interstates and tollways is 70 mph unless a sign shows another one. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-032",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "There is a fire scene ahead, and you hold your phone to talk. No exception applies. From which distance to an Illinois emergency scene is phone use unlawful?",
   "options": [
    "Within 100 feet",
    "Within 200 feet",
    "Within 500 feet",
    "Within 300 feet"
   ],
   "correct": 2,
   "explanation": "A driver of any age may not use a phone within 500 feet of an emergency scene (625 ILCS 5/12-610.1(e)). The same holds in school and construction speed zones."
  },
  {
   "id": "IL-033",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "How far from a crosswalk at an Illinois intersection must you park at least? No sign or signal is nearby.",
   "options": [
    "20 feet",
    "5 feet",
    "10 feet",
    "15 feet"
   ],
   "correct": 0,
   "explanation": "Parking within 20 feet of a crosswalk at an intersection is prohibited. Rules of the Road 2026 states this in chapter 4. The same distance holds for a fire station driveway."
  },
  {
   "id": "IL-034",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "What is the least liability cover for damage to another person's property that Illinois law requires of a driver?",
   "options": [
    "$10,000",
    "$20,000",
    "$15,000",
    "$5,000"
   ],
   "correct": 1,
   "explanation": "The minimum is $20,000 for property damage. As of 2026, it is $25,000 for injury or death of one person and $50,000 for more than one (Rules of the Road, chapter 13)."
  },
  {
   "id": "IL-035",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "In which of these vehicles does Illinois law let a passenger drink alcohol on the road?",
   "options": [
    "A friend's minivan",
    "A limousine",
    "A pickup with a rear seat",
    "A private convertible"
   ],
   "correct": 1,
   "explanation": "Passengers in limousines, motor homes and certain chartered buses are exempt from the ban on drinking in a vehicle. Rules of the Road 2026 states this in chapter 6."
  },
  {
   "id": "IL-036",
   "type": "state",
   "state": "IL",
   "category": "trafficLaws",
   "question": "You stop at a steady red arrow that points right. No sign forbids a turn, and no one is near. What may you do in Illinois?",
   "options": [
    "Turn only when a green arrow shows",
    "Turn only after two minutes",
    "Turn only if the lane also goes straight",
    "Turn right after the stop"
   ],
   "correct": 3,
   "explanation": "A red arrow normally forbids its movement until a green arrow appears, but a right turn is an exception. Rules of the Road 2026 states this in chapter 10."
  },
  {
   "id": "IL-037",
   "type": "state",
   "state": "IL",
   "category": "speedLimits",
   "question": "You drive a car on a two-lane Illinois highway in a rural area. No limit is posted. What is the limit?",
   "options": [
    "60 mph",
    "50 mph",
    "55 mph",
    "65 mph"
   ],
   "correct": 2,
   "explanation": "The limit on other highways and in rural areas is 55 mph unless a sign shows another one. Rules of the Road 2026 states this in chapter 4."
  },
  {
   "id": "IL-038",
   "type": "state",
   "state": "IL",
   "category": "licensing",
   "question": "You paid the application fee for an Illinois license. How many attempts to pass each exam do you have within one year of that day?",
   "options": [
    "Three",
    "Two",
    "Four",
    "Five"
   ],
   "correct": 0,
   "explanation": "An applicant has three attempts to pass each exam within one year of paying the fee. As of 2026, Rules of the Road states this (chapter 2)."
  },
  {
   "id": "IL-039",
   "type": "state",
   "state": "IL",
   "category": "alcoholLaws",
   "question": "You are convicted of DUI in Illinois for the third time. For how long at least are your driving privileges revoked?",
   "options": [
    "3 years",
    "5 years",
    "10 years",
    "20 years"
   ],
   "correct": 2,
   "explanation": "A third DUI conviction revokes driving privileges for at least 10 years. As of 2026, a fourth one brings a lifetime revocation (Rules of the Road, chapter 6)."
  },
  {
   "id": "IL-040",
   "type": "state",
   "state": "IL",
   "category": "parkingAndEquipment",
   "question": "In an emergency you have to stop and park on an Illinois highway. How far must the view be clear in each direction at least?",
   "options": [
    "50 feet",
    "200 feet",
    "100 feet",
    "500 feet"
   ],
   "correct": 1,
   "explanation": "In an emergency a driver may stop and park only with a clear view of 200 feet in each direction. Rules of the Road 2026 states this in chapter 4."
  }
 ]
}

"""##
