// Written by tools/bank from schemas/bank/states/NY.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/NY.json: 22053 bytes.
    static let NYText = BankText(sha256: "f174e599ae212e7be2aa0b9b4fa814567de8753e868db28003b23411ff10aeca", text: NYFile)

    /// Read when it is first asked for, and kept.
    static let NY = NYText.bank
}

private let NYFile = ##"""
{
 "daybookBank": 1,
 "state": "NY",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "NY-001",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "The written test for a New York learner permit has 20 questions. You get enough of the road sign questions right. How many right answers in all do you need at least?",
   "options": [
    "17",
    "16",
    "14",
    "18"
   ],
   "correct": 2,
   "explanation": "As of August 2026, you need at least 14 right answers out of 20 (Driver's Manual, chapter 1). You must also answer two of the four road sign questions correctly."
  },
  {
   "id": "NY-002",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "What is the lowest blood alcohol level that New York treats as aggravated driving while intoxicated?",
   "options": [
    "0.18 percent",
    "0.10 percent",
    "0.12 percent",
    "0.15 percent"
   ],
   "correct": 0,
   "explanation": "A level of 0.18 percent or more is aggravated driving while intoxicated (VTL 1192(2-a)(a)). The ordinary offense begins at 0.08 percent (VTL 1192(2))."
  },
  {
   "id": "NY-003",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "You drive on a divided highway in New York. A school bus has stopped with flashing red lights on the other side of the divider. What must you do?",
   "options": [
    "Drive on, because a divider lies between you and the bus",
    "Slow down to 20 mph and pass the bus with great care",
    "Stop once, look for children, then drive on if it is clear",
    "Stop and wait until the bus or an officer lets you go"
   ],
   "correct": 3,
   "explanation": "You must stop for a school bus even on the opposite side of a divided highway (Driver's Manual, chapter 6). You wait until the bus moves or its driver or an officer signals."
  },
  {
   "id": "NY-004",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "You drive a car on a New York road outside any city or village. No speed limit is posted and there is no special hazard. What is the maximum speed?",
   "options": [
    "45 mph",
    "55 mph",
    "50 mph",
    "65 mph"
   ],
   "correct": 1,
   "explanation": "Where no limit is posted, you may drive no more than 55 mph (VTL 1180(b); Driver's Manual, chapter 8). A hazard or bad weather can require less."
  },
  {
   "id": "NY-005",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "You park in New York and leave the car empty. No sign or marking sets another distance. How far from a fire hydrant must you park at least?",
   "options": [
    "15 feet",
    "5 feet",
    "10 feet",
    "30 feet"
   ],
   "correct": 0,
   "explanation": "Parking within 15 feet of a fire hydrant is unlawful unless a licensed driver stays in the vehicle (Driver's Manual, chapter 7; VTL 1202)."
  },
  {
   "id": "NY-006",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You move to New York for good with a license from another state. Within how many days of becoming a permanent resident must you get a New York license?",
   "options": [
    "45 days",
    "30 days",
    "60 days",
    "90 days"
   ],
   "correct": 1,
   "explanation": "As of August 2026, a new permanent resident has 30 days to get a New York license (Driver's Manual, chapter 1). The old license is turned in."
  },
  {
   "id": "NY-007",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "You are 19. What is the lowest blood alcohol level at which driving breaks New York's zero-tolerance law?",
   "options": [
    "0.01 percent",
    "0.04 percent",
    "0.05 percent",
    "0.02 percent"
   ],
   "correct": 3,
   "explanation": "The zero-tolerance law covers drivers under 21 with a level from 0.02 to 0.07 percent (Driver's Manual, chapter 9; VTL 1192-a). From 0.08 percent the law for drivers of every age applies."
  },
  {
   "id": "NY-008",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "You wait at a steady red light in New York City and want to turn right. No sign speaks of turns on red. What may you do?",
   "options": [
    "Turn after a full stop and a check",
    "Turn if you signaled for 100 feet",
    "Wait for the green light",
    "Turn if no pedestrian is in sight"
   ],
   "correct": 2,
   "explanation": "In New York City you may not turn on red unless a posted sign permits it (Driver's Manual, chapter 4). Elsewhere in the state you may, after a full stop."
  },
  {
   "id": "NY-009",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "You drive on a street in New York City where no sign shows a speed limit. Which limit applies?",
   "options": [
    "40 mph",
    "25 mph",
    "30 mph",
    "35 mph"
   ],
   "correct": 1,
   "explanation": "As of August 2026, the limit in New York City is 25 mph unless another limit is posted (Driver's Manual, chapter 8)."
  },
  {
   "id": "NY-010",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "You park on the approach to a stop sign in New York. No sign or marking sets another distance. How far from the stop sign must you park at least?",
   "options": [
    "30 feet",
    "10 feet",
    "20 feet",
    "50 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 30 feet of a stop sign, a yield sign or a traffic light (Driver's Manual, chapter 7; VTL 1202). For a crosswalk at an intersection, 20 feet is the rule."
  },
  {
   "id": "NY-011",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You are 17 and hold a junior license. No parent, guardian or driving instructor rides with you. How many passengers under 21 from outside your immediate family may you carry?",
   "options": [
    "None",
    "Two",
    "Three",
    "One"
   ],
   "correct": 3,
   "explanation": "As of August 2026, a junior driver may carry one passenger under 21 (Driver's Manual, chapter 1; VTL 501-b). Members of the immediate family do not count."
  },
  {
   "id": "NY-012",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "You are 20. A DMV hearing finds your first violation of the zero-tolerance law. For how long is your license suspended?",
   "options": [
    "30 days",
    "6 months",
    "90 days",
    "2 years"
   ],
   "correct": 1,
   "explanation": "As of August 2026, a first zero-tolerance finding suspends the license for six months (Driver's Manual, chapter 9). A second one brings revocation for at least a year."
  },
  {
   "id": "NY-013",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "You want to make a U-turn near the top of a hill in New York. From which distance must drivers from either side at least be able to see you?",
   "options": [
    "500 feet",
    "200 feet",
    "300 feet",
    "400 feet"
   ],
   "correct": 0,
   "explanation": "A U-turn near a crest or on a curve is unlawful where drivers from either direction cannot see you within 500 feet (VTL 1161(a))."
  },
  {
   "id": "NY-014",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "What is the highest speed limit that may be set on the New York State Thruway and other state highways?",
   "options": [
    "80 mph",
    "70 mph",
    "65 mph",
    "75 mph"
   ],
   "correct": 2,
   "explanation": "The state may set a limit of not more than 65 mph on roads that meet its criteria, the Thruway among them (VTL 1180-a). On other roads 55 mph is the most."
  },
  {
   "id": "NY-015",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "A fire station driveway opens on the other side of the street, and signs give notice of it. How far from that entrance must you park at least on your side?",
   "options": [
    "20 feet",
    "75 feet",
    "30 feet",
    "50 feet"
   ],
   "correct": 1,
   "explanation": "You may not park within 75 feet of a fire station driveway on the opposite side of the road (Driver's Manual, chapter 7). On the station's own side, 20 feet is the rule."
  },
  {
   "id": "NY-016",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You practice in a car with a New York learner permit. How old must the licensed driver who supervises you be at least?",
   "options": [
    "18 years",
    "19 years",
    "25 years",
    "21 years"
   ],
   "correct": 3,
   "explanation": "As of August 2026, the supervising driver must be at least 21 and hold a license for the vehicle (DMV, Learner Permit Restrictions). This holds whatever your own age is."
  },
  {
   "id": "NY-017",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "You are 30, hold an ordinary license and are convicted for the first time of driving while ability impaired by alcohol (DWAI). What happens to your license?",
   "options": [
    "A 30-day suspension",
    "A 6-month revocation",
    "A 90-day suspension",
    "A 1-year revocation"
   ],
   "correct": 2,
   "explanation": "As of August 2026, a first conviction of DWAI by alcohol brings a suspension of 90 days (Driver's Manual, chapter 2)."
  },
  {
   "id": "NY-018",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "You pass a car by using the oncoming lane of a two-way road in New York. How far away must an oncoming vehicle still be, at the least, when you are back in your lane?",
   "options": [
    "200 feet",
    "50 feet",
    "100 feet",
    "150 feet"
   ],
   "correct": 0,
   "explanation": "You must be back in your lane before you come within 200 feet of an oncoming vehicle (VTL 1124; Driver's Manual, chapter 6)."
  },
  {
   "id": "NY-019",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "A school zone sign shows at which times on school days its speed limit applies. What are the earliest start and the latest end that state law allows for these times?",
   "options": [
    "6 a.m. and 5 p.m.",
    "7 a.m. and 4 p.m.",
    "8 a.m. and 3 p.m.",
    "7 a.m. and 6 p.m."
   ],
   "correct": 3,
   "explanation": "The times on the sign must lie between 7 a.m. and 6 p.m. on school days (VTL 1180(c)(1))."
  },
  {
   "id": "NY-020",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "It is daytime and dry, but fog thickens. Headlights become required in New York as soon as visibility falls below which distance?",
   "options": [
    "200 feet",
    "300 feet",
    "1,000 feet",
    "500 feet"
   ],
   "correct": 2,
   "explanation": "Headlights must be on when visibility is less than 1,000 feet (Driver's Manual, chapter 10). They must also be on when you use the wipers for rain, snow or sleet."
  },
  {
   "id": "NY-021",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You are 17 and hold a junior license (Class DJ). When is this license valid for driving in the five boroughs of New York City?",
   "options": [
    "At no time",
    "From 5 a.m. to 9 p.m.",
    "On the way to or from a job",
    "When a parent rides along"
   ],
   "correct": 0,
   "explanation": "A junior license is not valid in New York City at any time (15 NYCRR 1.2(a)). As of August 2026, the DMV's page on graduated licenses says the same."
  },
  {
   "id": "NY-022",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "Under Leandra's Law, driving while intoxicated with a child in the vehicle can be a felony even the first time. What is the highest age of a child that this law covers?",
   "options": [
    "11 years",
    "13 years",
    "15 years",
    "17 years"
   ],
   "correct": 2,
   "explanation": "The law covers a passenger who is fifteen years of age or less (VTL 1192(2-a)(b)). It is a class E felony with up to four years in prison."
  },
  {
   "id": "NY-023",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "You drive on a two-way road in New York and near a railroad crossing. How far before the crossing does the ban on passing on the left begin?",
   "options": [
    "25 feet",
    "100 feet",
    "50 feet",
    "75 feet"
   ],
   "correct": 1,
   "explanation": "You may not pass on the left within 100 feet of a railroad crossing on a two-way roadway (Driver's Manual, chapter 6)."
  },
  {
   "id": "NY-024",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "A state highway outside New York City passes a school. What is the lowest school speed limit that the Department of Transportation may set on it?",
   "options": [
    "30 mph",
    "20 mph",
    "25 mph",
    "15 mph"
   ],
   "correct": 3,
   "explanation": "A school speed limit on a state highway may be as low as 15 mph (VTL 1620(a)). Any other limit there may not be less than 25 mph."
  },
  {
   "id": "NY-025",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "In which whole period of the year may you use studded tires on a car in New York?",
   "options": [
    "October 1 through May 31",
    "November 1 through April 15",
    "October 16 through April 30",
    "November 16 through March 31"
   ],
   "correct": 2,
   "explanation": "As of August 2026, tires with metal studs are allowed only from October 16 through April 30 (Driver's Manual, chapter 10)."
  },
  {
   "id": "NY-026",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You are 17, hold a junior license and drive alone upstate, outside New York City and Long Island. Between which hours do you need no work or school reason for the trip?",
   "options": [
    "5 a.m. to 9 p.m.",
    "5 a.m. to 11 p.m.",
    "4 a.m. to midnight",
    "6 a.m. to 10 p.m."
   ],
   "correct": 0,
   "explanation": "As of November 2024, a junior driver may drive alone upstate from 5 a.m. to 9 p.m. (15 NYCRR 1.2(c)). Later trips alone need work or school as the reason."
  },
  {
   "id": "NY-027",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "The result of a breath test after a DWI arrest is evidence in court. What is the highest level that New York law treats as prima facie (first-sight) evidence that alcohol did not impair the driver?",
   "options": [
    "0.02 percent",
    "0.05 percent",
    "0.06 percent",
    "0.07 percent"
   ],
   "correct": 1,
   "explanation": "A level of 0.05 percent or less is prima facie evidence that alcohol did not impair the driver (VTL 1195(2)(a)). At 0.07 percent it is prima facie evidence on the question of impairment."
  },
  {
   "id": "NY-028",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "A fire truck with flashing red lights drives ahead of you in your lane. You are on no official business. How much distance must you keep at least?",
   "options": [
    "50 feet",
    "100 feet",
    "500 feet",
    "200 feet"
   ],
   "correct": 3,
   "explanation": "You may not follow a fire vehicle with flashing lights closer than 200 feet in its lane or an adjacent lane (VTL 1217)."
  },
  {
   "id": "NY-029",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "A school zone speed limit applies when its beacons flash for student activities. How long before and after the activities may the beacons flash at most?",
   "options": [
    "10 minutes",
    "45 minutes",
    "30 minutes",
    "60 minutes"
   ],
   "correct": 2,
   "explanation": "The beacons may flash during student activities and up to 30 minutes before and after them (VTL 1180(c)(2))."
  },
  {
   "id": "NY-030",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "You drive at night in New York with high beams on. At which distances must you switch to low beams for other vehicles?",
   "options": [
    "500 feet from oncoming, 200 feet behind others",
    "1,000 feet from oncoming, 200 feet behind others",
    "300 feet from oncoming, 100 feet behind others",
    "200 feet from oncoming, 500 feet behind others"
   ],
   "correct": 0,
   "explanation": "Low beams are required within 500 feet of an oncoming vehicle and within 200 feet of a vehicle ahead (Driver's Manual, chapter 10)."
  },
  {
   "id": "NY-031",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "How much practice does the New York Driver's Manual call for, at the least, before you take the road test?",
   "options": [
    "40 hours, 10 of them after sunset",
    "50 hours, 15 of them after sunset",
    "60 hours, 20 of them after sunset",
    "30 hours, 5 of them after sunset"
   ],
   "correct": 1,
   "explanation": "As of August 2026, the Driver's Manual (chapter 1) calls for at least 50 hours of practice. At least 15 of these hours are after sunset."
  },
  {
   "id": "NY-032",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "You are 30, hold an ordinary license and have no earlier alcohol conviction. You are convicted of aggravated driving while intoxicated (0.18 or more). For how long at least is your license revoked?",
   "options": [
    "90 days",
    "6 months",
    "18 months",
    "1 year"
   ],
   "correct": 3,
   "explanation": "As of August 2026, aggravated driving while intoxicated brings a revocation of at least one year (Driver's Manual, chapter 2)."
  },
  {
   "id": "NY-033",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "The gate at a railroad crossing is down. What is the least distance from the nearest rail at which New York law lets you stop?",
   "options": [
    "5 feet",
    "10 feet",
    "15 feet",
    "50 feet"
   ],
   "correct": 2,
   "explanation": "A driver stops not less than 15 feet from the nearest rail when a gate is down or a signal warns (VTL 1170(a))."
  },
  {
   "id": "NY-034",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "You speed through a New York work zone on a Sunday. No workers and no work vehicles are there. What does the Driver's Manual say about the fine?",
   "options": [
    "It doubles even then",
    "It doubles only with workers there",
    "It is the same as on any other road",
    "It is waived when nobody works there"
   ],
   "correct": 0,
   "explanation": "Fines for speeding in work zones double even when no workers or work vehicles are there (Driver's Manual, chapter 8)."
  },
  {
   "id": "NY-035",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "You reach a NO STANDING sign on a New York street. Which stop does the sign allow?",
   "options": [
    "A short stop to unload boxes of merchandise",
    "A stop of up to five minutes with hazard lights",
    "A stop while you run a quick errand close by",
    "A short stop to let a passenger get in or out"
   ],
   "correct": 3,
   "explanation": "A NO STANDING sign allows a short stop to load or discharge passengers, and the driver stays in the vehicle (Driver's Manual, chapter 7). A NO PARKING sign also allows merchandise."
  },
  {
   "id": "NY-036",
   "type": "state",
   "state": "NY",
   "category": "licensing",
   "question": "You hold a junior license and are convicted for the first time of texting while driving. For how long is the license suspended?",
   "options": [
    "30 days",
    "60 days",
    "120 days",
    "1 year"
   ],
   "correct": 2,
   "explanation": "As of August 2026, a conviction for texting or phone use suspends a junior permit or license for 120 days (Driver's Manual, chapter 2)."
  },
  {
   "id": "NY-037",
   "type": "state",
   "state": "NY",
   "category": "alcoholLaws",
   "question": "The open container law also binds passengers. In which vehicle on a public highway may passengers drink alcohol?",
   "options": [
    "A for-hire bus for ten or more, run under a permit",
    "A private minivan with seats for twelve passengers",
    "A private car parked with its engine switched off",
    "A taxi that carries no more than three passengers"
   ],
   "correct": 0,
   "explanation": "Passengers may drink in a vehicle built for ten or more, used for hire, and run under a state or federal transportation permit (VTL 1227). Elsewhere an open container is a traffic infraction."
  },
  {
   "id": "NY-038",
   "type": "state",
   "state": "NY",
   "category": "trafficLaws",
   "question": "The traffic lights at a New York intersection are dark, and no officer directs traffic. What must you do?",
   "options": [
    "Slow down as you would for a yield sign",
    "Stop as you would for a stop sign",
    "Drive on if you are on the wider road",
    "Wait until an officer arrives and waves"
   ],
   "correct": 1,
   "explanation": "State law requires a stop, as at a stop sign, where the traffic lights are out of service (Driver's Manual, chapter 4)."
  },
  {
   "id": "NY-039",
   "type": "state",
   "state": "NY",
   "category": "speedLimits",
   "question": "How low a speed limit can be posted in a work area, according to the New York Driver's Manual?",
   "options": [
    "45 mph",
    "35 mph",
    "40 mph",
    "25 mph"
   ],
   "correct": 3,
   "explanation": "A work area limit as low as 25 mph can be posted (Driver's Manual, chapter 4). Without a posted limit you must still slow down and obey flag persons."
  },
  {
   "id": "NY-040",
   "type": "state",
   "state": "NY",
   "category": "parkingAndEquipment",
   "question": "A child in the back seat fits within the weight and height limits of a rear-facing seat. Until which age must the child ride rear-facing in New York?",
   "options": [
    "1 year",
    "2 years",
    "3 years",
    "4 years"
   ],
   "correct": 1,
   "explanation": "As of June 2022, a child under two must ride rear-facing unless the child exceeds the maker's weight or height limits (VTL 1229-c(1)(a))."
  }
 ]
}

"""##
