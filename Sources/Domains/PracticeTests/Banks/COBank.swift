// Written by tools/bank from schemas/bank/states/CO.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/CO.json: 20469 bytes.
    static let COText = BankText(sha256: "1fa179865322c8a0d34e1155465e38ca5c02ea71dd9c5178f38c6359dd62ed21", text: COFile)

    /// Read when it is first asked for, and kept.
    static let CO = COText.bank
}

private let COFile = ##"""
{
 "daybookBank": 1,
 "state": "CO",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "CO-001",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "What is the youngest age at which you can get a learner's permit for a car in Colorado?",
   "options": [
    "15 years",
    "14 years",
    "15 years and 9 months",
    "16 years"
   ],
   "correct": 0,
   "explanation": "As of August 2026, the Colorado DMV gives learner's permits from the age of 15. The courses that you need depend on your age."
  },
  {
   "id": "CO-002",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You are 30 and drive your own car in Colorado. Above which blood alcohol level may a court infer that alcohol impaired you (DWAI)?",
   "options": [
    "0.05",
    "0.02",
    "0.03",
    "0.07"
   ],
   "correct": 0,
   "explanation": "Under C.R.S. 42-4-1301(6), a level above 0.05 but below 0.08 allows the inference of impairment. From 0.08 it allows the inference of DUI."
  },
  {
   "id": "CO-003",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "You will turn left from a four-lane Colorado highway outside every town, with a posted limit of 55 mph. Over at least what distance must you signal before the turn?",
   "options": [
    "50 feet",
    "100 feet",
    "200 feet",
    "150 feet"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-903(2) requires 200 feet on four-lane highways and where the limit is above 40 mph. In urban areas it requires 100 feet."
  },
  {
   "id": "CO-004",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You drive through a residence district in Colorado where no sign shows a limit. Which speed limit applies?",
   "options": [
    "20 mph",
    "25 mph",
    "15 mph",
    "30 mph"
   ],
   "correct": 3,
   "explanation": "C.R.S. 42-4-1101(2)(c) sets 30 mph for residence districts. Business districts have the lower limit of 25 mph."
  },
  {
   "id": "CO-005",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "No sign or marking sets another rule. How far from a fire hydrant must you park at least in Colorado?",
   "options": [
    "15 feet",
    "5 feet",
    "10 feet",
    "20 feet"
   ],
   "correct": 0,
   "explanation": "C.R.S. 42-4-1204(2)(b) forbids parking within 15 feet of a fire hydrant. The state handbook of January 2025 says the same."
  },
  {
   "id": "CO-006",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You are 16 and got your first Colorado learner's permit today. How long must you hold it before you can apply for a license?",
   "options": [
    "3 months",
    "6 months",
    "9 months",
    "12 months"
   ],
   "correct": 3,
   "explanation": "As of August 2026, the Colorado DMV requires 12 months with the permit, or until the 18th birthday if that comes first. A driver of 16 reaches the 12 months first."
  },
  {
   "id": "CO-007",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You are 19 and drive in Colorado. What is the lowest breath alcohol level that is an offense for a driver of your age in itself?",
   "options": [
    "0.01",
    "0.04",
    "0.02",
    "0.05"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-1301(2)(d) makes it an offense for a driver under 21 to have a level of at least 0.02."
  },
  {
   "id": "CO-008",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "You come up behind a stopped school bus with flashing red lights in Colorado. How far before the bus must you stop at least?",
   "options": [
    "5 feet",
    "10 feet",
    "15 feet",
    "20 feet"
   ],
   "correct": 3,
   "explanation": "C.R.S. 42-4-1903(1) requires a stop at least 20 feet before the bus. You wait there until the lights stop flashing."
  },
  {
   "id": "CO-009",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You drive through a business district in Colorado where no sign shows a limit. Which speed limit applies?",
   "options": [
    "40 mph",
    "25 mph",
    "30 mph",
    "35 mph"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-1101(2)(b) sets 25 mph for business districts. Residence districts have the higher limit of 30 mph."
  },
  {
   "id": "CO-010",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "You park on a Colorado street next to a neighbor's driveway. How far from the driveway must you stay at least?",
   "options": [
    "20 feet",
    "5 feet",
    "10 feet",
    "15 feet"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-1204(2)(a) forbids parking within 5 feet of a public or private driveway."
  },
  {
   "id": "CO-011",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You are 17 and apply for your first license in Colorado. How much driving experience must your signed log show?",
   "options": [
    "30 hours, 10 of them at night",
    "40 hours, 15 of them at night",
    "65 hours, 10 of them at night",
    "50 hours, 10 of them at night"
   ],
   "correct": 3,
   "explanation": "As of January 2025, the Colorado Driver Handbook asks minors for a log of 50 hours. Ten of these hours must be at night."
  },
  {
   "id": "CO-012",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You refuse the required alcohol test in Colorado for the first time. For how long is your license revoked?",
   "options": [
    "3 months",
    "1 year",
    "9 months",
    "2 years"
   ],
   "correct": 1,
   "explanation": "As of January 2025, the Colorado Driver Handbook gives one year of revocation for a refused test. It cites the express consent law, C.R.S. 42-4-1301.1."
  },
  {
   "id": "CO-013",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "A painted median clearly divides a Colorado highway into two roadways. A school bus with flashing red lights stands on the opposite roadway. What does the law ask of you?",
   "options": [
    "You stop, for only a raised median divides a road",
    "You stop for ten seconds and then drive on slowly",
    "You stop, for a bus stops traffic on every road",
    "You need not stop for this bus"
   ],
   "correct": 3,
   "explanation": "C.R.S. 42-4-1903(4) frees a driver from stopping for a bus on a different roadway. A depressed, raised or painted median makes separate roadways."
  },
  {
   "id": "CO-014",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You drive on an open mountain highway in Colorado, neither narrow nor winding. No sign shows a limit. Which speed limit applies?",
   "options": [
    "40 mph",
    "50 mph",
    "45 mph",
    "55 mph"
   ],
   "correct": 0,
   "explanation": "C.R.S. 42-4-1101(2)(d) sets 40 mph for open mountain highways."
  },
  {
   "id": "CO-015",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "You parallel park at the right-hand curb of a two-way Colorado street. Within which distance of the curb must your right wheels be?",
   "options": [
    "30 inches",
    "12 inches",
    "18 inches",
    "24 inches"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-1205(1) requires the right-hand wheels within 12 inches of the curb. The state handbook of January 2025 repeats this distance."
  },
  {
   "id": "CO-016",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You are 16 and got your license two months ago. No parent and no driver of 21 or older rides along, and there is no emergency. Which passenger may you carry?",
   "options": [
    "A classmate of 17 with her seat belt on",
    "A teammate of 16 who has a license",
    "Your brother of 14 with his seat belt on",
    "A friend of 17 who has no license yet"
   ],
   "correct": 2,
   "explanation": "The Colorado Driver Handbook of January 2025 forbids passengers under 21 for the first six months. It excepts siblings, as C.R.S. 42-4-116 excepts the immediate family."
  },
  {
   "id": "CO-017",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You refused the required alcohol test in Colorado for the first time. For how long must every vehicle that you drive have an ignition interlock?",
   "options": [
    "3 months",
    "2 years",
    "6 months",
    "5 years"
   ],
   "correct": 1,
   "explanation": "As of January 2025, the Colorado Driver Handbook requires an interlock for two years after a refused test. The license is revoked for one year."
  },
  {
   "id": "CO-018",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "Two cars meet on a steep mountain road in Colorado too narrow for both. Backing up is equally easy for the two drivers. Who must yield?",
   "options": [
    "The driver going uphill",
    "The driver of the smaller car",
    "The driver who came last",
    "The driver going downhill"
   ],
   "correct": 3,
   "explanation": "The Colorado Driver Handbook of January 2025 makes the vehicle going downhill yield. An exception applies where the uphill vehicle can more practicably return to a wider place (C.R.S. 42-4-711)."
  },
  {
   "id": "CO-019",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You drive on a narrow, winding mountain highway in Colorado, and no sign shows a limit. Which speed limit applies?",
   "options": [
    "20 mph",
    "15 mph",
    "30 mph",
    "40 mph"
   ],
   "correct": 0,
   "explanation": "C.R.S. 42-4-1101(2)(a) sets 20 mph for narrow, winding mountain highways and for blind curves."
  },
  {
   "id": "CO-020",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "You want to park before a stop sign at the side of a Colorado road. How far on the approach to the sign must you stay away at least?",
   "options": [
    "10 feet",
    "15 feet",
    "30 feet",
    "20 feet"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-1204(2)(d) forbids parking within 30 feet on the approach to a stop sign, yield sign or traffic signal. The state handbook of January 2025 repeats this distance."
  },
  {
   "id": "CO-021",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You are 17 and want to drive alone to a friend at 1 a.m. in Colorado. For how long must you have held your license before this is allowed?",
   "options": [
    "3 months",
    "6 months",
    "2 years",
    "1 year"
   ],
   "correct": 3,
   "explanation": "C.R.S. 42-4-116(2) forbids minor drivers to drive between midnight and 5 a.m. during the first year of the license. The handbook of January 2025 confirms this."
  },
  {
   "id": "CO-022",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You are 30 and are convicted of DUI in Colorado for the first time. Which length of revocation does the state's driver handbook name?",
   "options": [
    "9 months",
    "3 months",
    "6 months",
    "24 months"
   ],
   "correct": 0,
   "explanation": "The Colorado Driver Handbook of January 2025 names a revocation of 9 months for a first DUI at 0.08."
  },
  {
   "id": "CO-023",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "You are 30 and drive in Colorado. There is no emergency. How may you make a call on your mobile phone?",
   "options": [
    "With a hands-free accessory",
    "With the phone in one hand at low speed",
    "With the phone held on loudspeaker",
    "With the phone in hand at a red light"
   ],
   "correct": 0,
   "explanation": "As of January 2025, C.R.S. 42-4-239 forbids the use of a mobile device while driving, with exceptions. A hands-free accessory is one of them."
  },
  {
   "id": "CO-024",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "What is the highest speed that any speed limit sign may allow on a Colorado highway?",
   "options": [
    "65 mph",
    "75 mph",
    "70 mph",
    "80 mph"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-1101(8) sets 75 mph as the maximum lawful speed limit on every highway. C.R.S. 42-4-1102 allows no sign above it."
  },
  {
   "id": "CO-025",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "Fog makes it hard to see by day in Colorado. Below which visibility must your headlights be on?",
   "options": [
    "200 feet",
    "1,000 feet",
    "350 feet",
    "500 feet"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-204(1) requires lights when people and vehicles are not clearly discernible at 1,000 feet, and from sunset to sunrise."
  },
  {
   "id": "CO-026",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You have a Colorado license and move to another home in the state. Within how many days must you tell the DMV your new address?",
   "options": [
    "10 days",
    "15 days",
    "20 days",
    "30 days"
   ],
   "correct": 3,
   "explanation": "As of January 2025, the Colorado Driver Handbook gives 30 days for a new address or name. C.R.S. 42-2-119 sets the same time."
  },
  {
   "id": "CO-027",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "From which amount of THC in a milliliter of blood may a Colorado court infer that marijuana put a driver under the influence (DUI)?",
   "options": [
    "2 nanograms",
    "10 nanograms",
    "5 nanograms",
    "25 nanograms"
   ],
   "correct": 2,
   "explanation": "The Colorado Driver Handbook of January 2025 names 5 nanograms of THC per milliliter of blood. C.R.S. 42-4-1301(6) contains the rule."
  },
  {
   "id": "CO-028",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "The limit is 65 mph. A car with flashing hazard lights stands beside your lane, and you cannot change lanes. What is the highest speed at which the Colorado handbook lets you pass it?",
   "options": [
    "45 mph",
    "50 mph",
    "55 mph",
    "60 mph"
   ],
   "correct": 0,
   "explanation": "The Move Over Law requires at least 20 mph below the posted limit when a lane change is not safe. The handbook of January 2025 and C.R.S. 42-4-705 describe this."
  },
  {
   "id": "CO-029",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You drive on an open two-lane highway on the Colorado plains, away from the interstate, and see no speed sign. Which speed limit applies?",
   "options": [
    "45 mph",
    "65 mph",
    "55 mph",
    "75 mph"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-1101(2)(f) sets 55 mph for other open highways outside the interstate system. It excepts four-lane freeways and expressways."
  },
  {
   "id": "CO-030",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "Your Colorado car gets the same tint film on all side windows. What is the lowest share of light that these windows must let through?",
   "options": [
    "20 percent",
    "27 percent",
    "35 percent",
    "70 percent"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-227(1) requires at least 27 percent for every window except the windshield. The windshield must let 70 percent through."
  },
  {
   "id": "CO-031",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You are 19. What is the lowest number of points within 12 months for which Colorado can suspend your license?",
   "options": [
    "9 points",
    "6 points",
    "12 points",
    "18 points"
   ],
   "correct": 0,
   "explanation": "In the text of 2022, C.R.S. 42-2-127 sets 9 points in 12 months for drivers of 18 to 20. For drivers of 21 and older it sets 12 points."
  },
  {
   "id": "CO-032",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "Colorado has two impaired driving offenses, DUI and DWAI. What is the least impairment that counts as DWAI?",
   "options": [
    "Impairment that leads to a crash",
    "Impairment at a level of 0.08 or more",
    "Impairment that makes safe driving impossible",
    "Impairment in the slightest degree"
   ],
   "correct": 3,
   "explanation": "The Colorado Driver Handbook of January 2025 defines DWAI as impairment to the slightest degree. For DUI the driver is substantially incapable of safe driving."
  },
  {
   "id": "CO-033",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "From which speed limit on does Colorado law reserve the left lane of a highway for passing, when traffic lets drivers keep right?",
   "options": [
    "45 mph",
    "65 mph",
    "50 mph",
    "75 mph"
   ],
   "correct": 1,
   "explanation": "C.R.S. 42-4-1013 forbids driving in the passing lane where the limit is 65 mph or more. It excepts passing, left turns and heavy traffic."
  },
  {
   "id": "CO-034",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "From how many miles per hour above the reasonable and prudent speed is speeding in Colorado a misdemeanor traffic offense and no longer an infraction?",
   "options": [
    "25 mph over",
    "10 mph over",
    "15 mph over",
    "20 mph over"
   ],
   "correct": 0,
   "explanation": "C.R.S. 42-4-1101(12) makes 1 to 24 mph over an infraction. From 25 mph over it is a misdemeanor traffic offense."
  },
  {
   "id": "CO-035",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "A healthy child weighs more than 40 pounds. From which birthday on may the child ride in a Colorado car with the seat belt alone?",
   "options": [
    "The 7th",
    "The 9th",
    "The 8th",
    "The 12th"
   ],
   "correct": 1,
   "explanation": "As of January 2025, children from 4 to below 9 years need a child restraint or booster seat. From 9 years a seat belt is enough, says the Colorado Driver Handbook."
  },
  {
   "id": "CO-036",
   "type": "state",
   "state": "CO",
   "category": "licensing",
   "question": "You got your Colorado learner's permit on your 15th birthday. For how long is it valid?",
   "options": [
    "1 year",
    "2 years",
    "5 years",
    "3 years"
   ],
   "correct": 3,
   "explanation": "As of August 2026, the Colorado DMV makes a minor's permit valid for three years or until the 21st birthday. From the age of 15 the three years end first."
  },
  {
   "id": "CO-037",
   "type": "state",
   "state": "CO",
   "category": "alcoholLaws",
   "question": "You are convicted of driving while ability impaired (DWAI) in Colorado for the first time. How many points go on your record?",
   "options": [
    "8 points",
    "4 points",
    "6 points",
    "5 points"
   ],
   "correct": 0,
   "explanation": "As of January 2025, the Colorado Driver Handbook lists 8 points for a first DWAI. A DUI costs 12 points (C.R.S. 42-2-127)."
  },
  {
   "id": "CO-038",
   "type": "state",
   "state": "CO",
   "category": "trafficLaws",
   "question": "You pass a car on a two-lane Colorado road and use the oncoming lane. You must be back before you come within which distance of an oncoming vehicle?",
   "options": [
    "50 feet",
    "100 feet",
    "200 feet",
    "150 feet"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-1005(1) requires the return to your lane before you come within 200 feet of an approaching vehicle."
  },
  {
   "id": "CO-039",
   "type": "state",
   "state": "CO",
   "category": "speedLimits",
   "question": "You are convicted of driving 15 mph over the reasonable and prudent speed in Colorado. How many points go on your record?",
   "options": [
    "1 point",
    "4 points",
    "3 points",
    "6 points"
   ],
   "correct": 1,
   "explanation": "In the text of March 2021, C.R.S. 42-2-127(5)(f) gives 4 points for 10 to 19 mph over. It gives 1 point for 5 to 9 mph and 6 points for 20 to 39 mph."
  },
  {
   "id": "CO-040",
   "type": "state",
   "state": "CO",
   "category": "parkingAndEquipment",
   "question": "You ride on the back seat of a two-wheeled motorcycle on a Colorado road. Below which age must you wear a protective helmet?",
   "options": [
    "14",
    "16",
    "18",
    "21"
   ],
   "correct": 2,
   "explanation": "C.R.S. 42-4-1502(4.5) requires a helmet of every driver and passenger under 18 on a motorcycle."
  }
 ]
}

"""##
