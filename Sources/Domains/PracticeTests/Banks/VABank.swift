// Written by tools/bank from schemas/bank/states/VA.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/VA.json: 21872 bytes.
    static let VAText = BankText(sha256: "434a7655c16b59b3c3b8ae3d79333d7761cae6726852b7e8fb7d45708acc3fc0", text: VAFile)

    /// Read when it is first asked for, and kept.
    static let VA = VAText.bank
}

private let VAFile = ##"""
{
 "daybookBank": 1,
 "state": "VA",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "VA-001",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "You are 19 and drive in Virginia after drinking unlawfully. From which blood alcohol concentration does a test put you in violation of the law for drivers under 21?",
   "options": [
    "0.01 percent",
    "0.05 percent",
    "0.02 percent",
    "0.08 percent"
   ],
   "correct": 2,
   "explanation": "Va. Code 18.2-266.1 covers a driver under 21 with 0.02 percent or more but less than 0.08 percent. From 0.08 percent on, the general law on drunk driving applies."
  },
  {
   "id": "VA-002",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You are 30, move to Virginia and hold a valid license from another state. For how many days at most may you drive a car that is registered in Virginia on that license?",
   "options": [
    "60 days",
    "30 days",
    "90 days",
    "10 days"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-308 lets a licensed new resident drive for the first 60 days without a Virginia license. After that a Virginia license is needed. A car with plates of another state has a shorter period, 30 days (46.2-662)."
  },
  {
   "id": "VA-003",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "You drive on a two-lane street in a Virginia residence district. It is not a state primary highway, and no sign shows a limit. What is the maximum speed?",
   "options": [
    "35 mph",
    "25 mph",
    "40 mph",
    "30 mph"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-874 sets 25 mph in business and residence districts. Interstates, other limited access highways, four-lane highways and state primary highways are excepted."
  },
  {
   "id": "VA-004",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You park on a Virginia street near an intersection with curbs. No sign sets another rule. How far from the meeting point of the curb lines must you stay at least?",
   "options": [
    "5 feet",
    "10 feet",
    "15 feet",
    "20 feet"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-1239 forbids parking within 20 feet of the intersection of curb lines. Where there are no curbs, 15 feet from the property lines apply."
  },
  {
   "id": "VA-005",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "You use a Virginia center lane marked on each side with a solid and a broken line to turn left. What is the farthest you may travel in it?",
   "options": [
    "150 feet",
    "300 feet",
    "500 feet",
    "200 feet"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-804 lets a driver travel no more than 150 feet in such a center turn lane."
  },
  {
   "id": "VA-006",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "You are 35 and charged in Virginia with a first offense of drunk driving. Your breath test shows 0.10. For how long is your license suspended at once, before any trial?",
   "options": [
    "30 days",
    "7 days",
    "60 days",
    "90 days"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-391.2 suspends the license at once for seven days in the case of a first offense. For a second offense the period is 60 days."
  },
  {
   "id": "VA-007",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You hold a Virginia driver's license and move to another address in the state. Within how many days must you notify the DMV?",
   "options": [
    "10 days",
    "15 days",
    "30 days",
    "20 days"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-324 asks a license holder to notify the Department within 30 days of a move. A fee of $5 may be charged for failing to do so."
  },
  {
   "id": "VA-008",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "You drive a car on a dirt and gravel road in rural Virginia. No sign shows a speed limit. What is the maximum speed?",
   "options": [
    "50 mph",
    "45 mph",
    "55 mph",
    "35 mph"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-873.1 sets 35 mph on roads of dirt or gravel without a treated surface. A different limit applies if a sign shows it."
  },
  {
   "id": "VA-009",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You are a private driver, and a radar detector with power is mounted on your windshield. When may you use it on a Virginia highway?",
   "options": [
    "When you stay within the speed limit",
    "When you drive on an interstate highway",
    "At no time",
    "When you are 21 or older"
   ],
   "correct": 2,
   "explanation": "As of February 2026, Va. Code 46.2-1079 forbids driving with a device that detects police speed measurement. The ban covers its use and its sale."
  },
  {
   "id": "VA-010",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "A Virginia road has four lanes and a painted center turn lane, with no barrier or median strip. A school bus coming toward you stops to let children out. What must you do?",
   "options": [
    "Keep going, because the bus is on the other side",
    "Stop until the children are clear and the bus moves",
    "Slow to 25 mph and pass in the right lane",
    "Stop for a moment, then pass if no child is in sight"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-859 frees oncoming drivers when a physical barrier or an unpaved area separates the roadways. A painted lane does neither. Passing is reckless driving."
  },
  {
   "id": "VA-011",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "You are arrested for drunk driving in Virginia with a clean record and unreasonably refuse the breath test. For how long does the court suspend your license for the refusal?",
   "options": [
    "Six months",
    "90 days",
    "Three years",
    "One year"
   ],
   "correct": 3,
   "explanation": "Va. Code 18.2-268.3 sets a suspension of one year for a first refusal. It comes on top of the suspension made at the arrest."
  },
  {
   "id": "VA-012",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You live in Virginia and want a learner's permit for a car. What is the youngest age at which the law opens it to you?",
   "options": [
    "14 years and 6 months",
    "15 years and 6 months",
    "15 years",
    "16 years"
   ],
   "correct": 1,
   "explanation": "As of February 2026, Va. Code 46.2-335 opens the learner's permit to residents over the age of 15 years and six months. They must pass a knowledge test and a vision test."
  },
  {
   "id": "VA-013",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "Signs on a Virginia interstate show 70 mph. Which of these speeds is reckless driving by itself?",
   "options": [
    "86 mph",
    "84 mph",
    "80 mph",
    "76 mph"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-862 makes any speed above 85 mph reckless driving, whatever the limit is. So does a speed of 20 mph or more above the limit."
  },
  {
   "id": "VA-014",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You follow another car at night on a dark Virginia road. Within which distance of it must you use your low beams?",
   "options": [
    "400 feet",
    "300 feet",
    "200 feet",
    "500 feet"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-1034 asks for low beams when you follow within 200 feet of another vehicle. For an oncoming vehicle the distance is 500 feet."
  },
  {
   "id": "VA-015",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "The speed limit on a Virginia street is 25 mph, and another car follows you. For at least which distance before a turn does the Code of Virginia ask you to signal?",
   "options": [
    "75 feet",
    "100 feet",
    "50 feet",
    "150 feet"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-849 asks for a signal over at least 50 feet where the lawful speed is 35 mph or less. Above 35 mph it asks for 100 feet. The DMV manual advises 100 feet."
  },
  {
   "id": "VA-016",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "You are convicted of a first drunk driving offense in Virginia. You were alone, and your blood alcohol level was 0.17. What is the mandatory minimum jail term?",
   "options": [
    "15 days",
    "10 days",
    "30 days",
    "5 days"
   ],
   "correct": 3,
   "explanation": "Va. Code 18.2-270 adds a mandatory minimum of five days in jail for a level from 0.15 to 0.20. Above 0.20 it adds ten days."
  },
  {
   "id": "VA-017",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You have held a Virginia learner's permit for nine months and met all the other conditions. What is the youngest age at which you can get a driver's license?",
   "options": [
    "16 years and 3 months",
    "16 years",
    "16 years and 6 months",
    "17 years"
   ],
   "correct": 0,
   "explanation": "As of February 2026, Va. Code 46.2-334 allows a license from 16 years and three months. Before 18, the permit must be held for nine months (46.2-335.2)."
  },
  {
   "id": "VA-018",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "You drive a car on a paved two-lane secondary road in Virginia, outside any town or special district. No sign shows a limit. What is the maximum speed?",
   "options": [
    "50 mph",
    "55 mph",
    "45 mph",
    "40 mph"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-870 sets 55 mph for cars, pickups, buses and motorcycles on such highways. Trucks and certain towing vehicles are held to 45 mph."
  },
  {
   "id": "VA-019",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "Your private car has studded tires. During which period may you drive with them in Virginia?",
   "options": [
    "October 15 to April 15",
    "September 1 to April 15",
    "October 1 to April 30",
    "October 15 to May 15"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-1044 permits studded tires from October 15 to April 15. The studs may project at most one-sixteenth of an inch."
  },
  {
   "id": "VA-020",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "You drive in a Virginia city and want to turn around. No sign forbids a U-turn. Where does state law let you make one?",
   "options": [
    "In the middle of a straight block",
    "At the entrance of any driveway",
    "Wherever you can see for 500 feet",
    "At an intersection"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-845 limits U-turns in cities, towns and county business districts to intersections. Near a curve or crest, others must see you from 500 feet."
  },
  {
   "id": "VA-021",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "What is the mandatory minimum fine for a first conviction of drunk driving in Virginia, with no passenger in the car?",
   "options": [
    "$250",
    "$100",
    "$500",
    "$1,000"
   ],
   "correct": 0,
   "explanation": "Va. Code 18.2-270 makes a first offense a Class 1 misdemeanor with a mandatory minimum fine of $250. A second offense within ten years costs at least $500."
  },
  {
   "id": "VA-022",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You are 16, unmarried and live with your parents. How much practice on your learner's permit must a parent certify before you get a Virginia license?",
   "options": [
    "50 hours, 10 of them after sunset",
    "40 hours, none of them after sunset",
    "45 hours, 15 of them after sunset",
    "60 hours, 15 of them after sunset"
   ],
   "correct": 2,
   "explanation": "As of February 2026, Va. Code 46.2-335 asks for at least 45 hours of driving, at least 15 of them after sunset. A parent, foster parent or guardian certifies them."
  },
  {
   "id": "VA-023",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "Your pickup tows a house trailer on a paved two-lane secondary road in Virginia, outside any town. No sign shows a limit. How fast may you drive at most?",
   "options": [
    "55 mph",
    "50 mph",
    "35 mph",
    "45 mph"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-870 sets 45 mph on such highways for a motor vehicle that tows a house trailer. The pickup alone may be driven at 55 mph there."
  },
  {
   "id": "VA-024",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You drive your own car in Virginia with your child. Until which birthday must the child ride in a child restraint device such as a safety seat or booster?",
   "options": [
    "The fourth",
    "The eighth",
    "The sixth",
    "The tenth"
   ],
   "correct": 1,
   "explanation": "As of February 2026, Va. Code 46.2-1095 asks for a child restraint device for any child up to age eight. Older children must wear the safety belt."
  },
  {
   "id": "VA-025",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "You overtake another car that goes the same way on a two-lane Virginia road. At least how far to its left must you pass?",
   "options": [
    "1 foot",
    "2 feet",
    "4 feet",
    "6 feet"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-838 asks a driver to pass at least two feet to the left of another vehicle. For a bicycle, 46.2-839 asks for three feet."
  },
  {
   "id": "VA-026",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "By driving in Virginia you consent to a breath or blood test if you are arrested for drunk driving. Within which time after the alleged offense must the arrest take place?",
   "options": [
    "Three hours",
    "One hour",
    "Six hours",
    "Twelve hours"
   ],
   "correct": 0,
   "explanation": "Va. Code 18.2-268.2 ties the implied consent to an arrest within three hours of the alleged offense."
  },
  {
   "id": "VA-027",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You are 17 and got your Virginia provisional license two months ago. None of your riders is family or shares your household. How many under 21 may you carry?",
   "options": [
    "None",
    "Two",
    "Three",
    "One"
   ],
   "correct": 3,
   "explanation": "As of February 2026, Va. Code 46.2-334.01 allows one passenger under 21. After the first year, up to three are allowed in certain cases. Family and household members do not count."
  },
  {
   "id": "VA-028",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "You drive between blinking signs that read SCHOOL on a Virginia road. No other limit is posted on them. What is the maximum speed?",
   "options": [
    "15 mph",
    "20 mph",
    "25 mph",
    "30 mph"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-873 sets 25 mph between signs that bear the word school or school crossing. Cities and towns can post another limit on those signs."
  },
  {
   "id": "VA-029",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You put tinting film on the front side windows of your Virginia car, which has mirrors on both sides. No medical permit applies. At least how much light must pass through?",
   "options": [
    "24 percent",
    "50 percent",
    "35 percent",
    "70 percent"
   ],
   "correct": 1,
   "explanation": "Va. Code 46.2-1052 asks for a light transmittance of at least 50 percent on front side windows. For windows behind the driver it asks for 35 percent."
  },
  {
   "id": "VA-030",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "You ride a motorcycle and stop at a Virginia red light that does not change. With due care and yielding, you may go after two complete cycles of the light or after which time, if that is shorter?",
   "options": [
    "One minute",
    "Three minutes",
    "Two minutes",
    "Five minutes"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-833 lets motorcycle, moped and bicycle riders go after two cycles or two minutes, whichever is shorter. They treat the light as a stop sign and yield."
  },
  {
   "id": "VA-031",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "You bring a half-empty bottle of wine home in a Virginia sedan. Which place is outside the passenger area in the state's open container law?",
   "options": [
    "An unlocked glove compartment",
    "The trunk",
    "The floor by the front seat",
    "The middle of the back seat"
   ],
   "correct": 1,
   "explanation": "Va. Code 18.2-323.1 leaves the trunk out of the passenger area. An unlocked glove compartment counts as part of it."
  },
  {
   "id": "VA-032",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "You are 17, hold a Virginia provisional license and drive home alone from a friend's party. During which hours is this forbidden?",
   "options": [
    "10 p.m. to 5 a.m.",
    "11 p.m. to 6 a.m.",
    "1 a.m. to 5 a.m.",
    "Midnight to 4 a.m."
   ],
   "correct": 3,
   "explanation": "As of February 2026, Va. Code 46.2-334.01 bars holders of a provisional license from driving between midnight and 4 a.m. Work, supervised activities, a parent beside you and emergencies are excepted."
  },
  {
   "id": "VA-033",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "The speed limit on a Virginia road is 40 mph. What is the lowest speed that is reckless driving merely because it is so far above this limit?",
   "options": [
    "50 mph",
    "55 mph",
    "60 mph",
    "45 mph"
   ],
   "correct": 2,
   "explanation": "Va. Code 46.2-862 makes a speed of 20 mph or more above the limit reckless driving. With a limit of 40 mph, that begins at 60 mph."
  },
  {
   "id": "VA-034",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "It is noon in Virginia, and steady rain keeps your wipers running without a pause. What does the law ask of you?",
   "options": [
    "Turn on your headlights",
    "Turn on your hazard lights",
    "Turn on your fog lights alone",
    "Turn on your parking lights alone"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-1030 asks for headlights whenever wipers run because of rain, fog, sleet or snow. Wipers used intermittently in misting rain do not count."
  },
  {
   "id": "VA-035",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "A Virginia fire truck answers an alarm ahead of you. You are not on official business. How far behind it must you stay at least?",
   "options": [
    "200 feet",
    "300 feet",
    "100 feet",
    "500 feet"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-921 forbids following a fire truck or ambulance on an emergency call closer than 500 feet. Parking within 500 feet of a fire truck at an alarm is also forbidden."
  },
  {
   "id": "VA-036",
   "type": "state",
   "state": "VA",
   "category": "alcoholLaws",
   "question": "A car is driven on a public highway in Virginia. Everyone in it is over 21. Who may smoke marijuana there?",
   "options": [
    "Passengers in the back seat",
    "Any passenger, with a window open",
    "Nobody in the car",
    "The driver, at less than 25 mph"
   ],
   "correct": 2,
   "explanation": "As of February 2026, Va. Code 4.1-1107 forbids the driver and the passengers to use marijuana in a vehicle on a public highway."
  },
  {
   "id": "VA-037",
   "type": "state",
   "state": "VA",
   "category": "licensing",
   "question": "Your Virginia motor vehicle owner's policy took effect in 2026. What is the least liability cover it must give for injury to one person?",
   "options": [
    "$30,000",
    "$50,000",
    "$25,000",
    "$100,000"
   ],
   "correct": 1,
   "explanation": "As of February 2026, Va. Code 46.2-472 asks for $50,000 for one person, $100,000 for two or more, and $25,000 for property. These limits apply to policies effective since January 2025."
  },
  {
   "id": "VA-038",
   "type": "state",
   "state": "VA",
   "category": "speedLimits",
   "question": "What is the highest speed limit that signs may set on a Virginia interstate highway?",
   "options": [
    "70 mph",
    "65 mph",
    "75 mph",
    "80 mph"
   ],
   "correct": 0,
   "explanation": "Va. Code 46.2-870 allows 70 mph on interstates where signs show it after a traffic study. Without such signs the section sets 55 mph."
  },
  {
   "id": "VA-039",
   "type": "state",
   "state": "VA",
   "category": "parkingAndEquipment",
   "question": "You carry long boards on the roof of your car in Virginia. How far may the load extend beyond the front of the car at most?",
   "options": [
    "1 foot",
    "4 feet",
    "6 feet",
    "3 feet"
   ],
   "correct": 3,
   "explanation": "Va. Code 46.2-1120 forbids a load that extends more than three feet beyond the front of a vehicle. Utility companies' pole carriers follow a rule of their own."
  },
  {
   "id": "VA-040",
   "type": "state",
   "state": "VA",
   "category": "trafficLaws",
   "question": "You hold a phone to read a text while your car moves on an ordinary Virginia road, outside any work zone. It is your first such offense. What is the fine?",
   "options": [
    "$125",
    "$300",
    "$250",
    "$500"
   ],
   "correct": 0,
   "explanation": "As of February 2026, Va. Code 46.2-818.2 sets a fine of $125 for a first offense. A second or later offense costs $250."
  }
 ]
}

"""##
