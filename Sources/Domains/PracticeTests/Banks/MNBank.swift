// Written by tools/bank from schemas/bank/states/MN.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/MN.json: 21334 bytes.
    static let MNText = BankText(sha256: "ea4490c896ffef6b6a8ba429cfb714373db29fb0d0baeae25f507b26c3a5da4a", text: MNFile)

    /// Read when it is first asked for, and kept.
    static let MN = MNText.bank
}

private let MNFile = ##"""
{
 "daybookBank": 1,
 "state": "MN",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "MN-001",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "What score passes the Minnesota written test for an ordinary Class D license?",
   "options": [
    "70 percent",
    "80 percent",
    "75 percent",
    "60 percent"
   ],
   "correct": 1,
   "explanation": "As of June 2026, you must score 80 percent to pass (Driver's Manual, chapter 1). You may take only one written test per day."
  },
  {
   "id": "MN-002",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You have no earlier impaired driving incident and refuse the test after a DWI arrest in Minnesota. How long is the revocation for the refusal itself at least, apart from any court conviction?",
   "options": [
    "30 days",
    "90 days",
    "180 days",
    "1 year"
   ],
   "correct": 3,
   "explanation": "As of August 2025, a refusal without an earlier incident in 20 years brings revocation for at least one year (Minn. Stat. 171.178, subd. 3). The refusal is also a crime."
  },
  {
   "id": "MN-003",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "You drive on a divided roadway in Minnesota. A school bus has stopped with flashing red lights on the other side of the divider. What does the law ask of you?",
   "options": [
    "No stop, as the bus is across the divider",
    "A stop at least 20 feet from the bus",
    "A stop only if children are in sight",
    "A stop, then a slow pass at 10 mph"
   ],
   "correct": 0,
   "explanation": "On a divided roadway you need not stop for a bus on the opposite side of the divider (Driver's Manual, chapter 4). On your side you stop at least 20 feet away."
  },
  {
   "id": "MN-004",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You drive through an alley in Minnesota, and no sign shows a speed limit. What is the maximum speed under ideal conditions?",
   "options": [
    "15 mph",
    "20 mph",
    "10 mph",
    "25 mph"
   ],
   "correct": 2,
   "explanation": "The limit in an alley is 10 mph unless signs show another one (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-005",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "How far from a fire hydrant must you park at least in Minnesota?",
   "options": [
    "25 feet",
    "15 feet",
    "20 feet",
    "10 feet"
   ],
   "correct": 3,
   "explanation": "You may not park within 10 feet of a fire hydrant (Driver's Manual, chapter 3; Minn. Stat. 169.34)."
  },
  {
   "id": "MN-006",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You become a Minnesota resident and hold an ordinary car license from another state. Within how many days must you get a Minnesota license?",
   "options": [
    "10 days",
    "30 days",
    "60 days",
    "45 days"
   ],
   "correct": 2,
   "explanation": "As of June 2026, a new resident has 60 days to get a Minnesota license (Driver's Manual, chapter 1). Commercial drivers have 30 days."
  },
  {
   "id": "MN-007",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You are 20 and drive in Minnesota. How much alcohol in your body breaks the law for drivers under 21?",
   "options": [
    "Any amount found",
    "0.02 or more",
    "0.04 or more",
    "0.08 or more"
   ],
   "correct": 0,
   "explanation": "A driver under 21 may not have any detectable amount of alcohol in the body (Driver's Manual, chapter 8; Minn. Stat. 169A.33)."
  },
  {
   "id": "MN-008",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "A school bus ahead of you on a two-lane Minnesota road stops and flashes its red lights. How far from the bus must you stop at least?",
   "options": [
    "5 feet",
    "20 feet",
    "10 feet",
    "15 feet"
   ],
   "correct": 1,
   "explanation": "You must stop at least 20 feet from a school bus with flashing red lights (Driver's Manual, chapter 4). You wait until the red lights stop flashing."
  },
  {
   "id": "MN-009",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You drive on an ordinary city street in Minnesota. No sign shows a speed limit, and the city has set no limit of its own. What is the maximum speed under ideal conditions?",
   "options": [
    "20 mph",
    "35 mph",
    "40 mph",
    "30 mph"
   ],
   "correct": 3,
   "explanation": "The limit on urban and town roads is 30 mph unless signs show another one (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-010",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "You park on the approach to a stop sign in Minnesota. How far from the stop sign must you park at least?",
   "options": [
    "30 feet",
    "10 feet",
    "15 feet",
    "25 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 30 feet of a stop sign or traffic signal (Driver's Manual, chapter 3; Minn. Stat. 169.34). For a crosswalk at an intersection, 20 feet is the rule."
  },
  {
   "id": "MN-011",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You move to another home within Minnesota, and your license is still valid. Within how many days must you apply for a duplicate license with the new address?",
   "options": [
    "10 days",
    "14 days",
    "30 days",
    "20 days"
   ],
   "correct": 2,
   "explanation": "As of June 2026, you must apply for a duplicate license within 30 days of a change of name or address (Driver's Manual, chapter 1)."
  },
  {
   "id": "MN-012",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You are 20. A court finds, for the first time, that you drove after drinking; your level was far below 0.08. For how long is your license suspended under Minnesota's underage law?",
   "options": [
    "30 days",
    "90 days",
    "180 days",
    "1 year"
   ],
   "correct": 0,
   "explanation": "As of June 2026, a first violation of the underage law suspends the license for 30 days (Driver's Manual, chapter 8; Minn. Stat. 169A.33). A second one brings 180 days."
  },
  {
   "id": "MN-013",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "You want to make a U-turn near the top of a hill in Minnesota. From which distance must drivers from either side at least be able to see you?",
   "options": [
    "200 feet",
    "1,000 feet",
    "500 feet",
    "700 feet"
   ],
   "correct": 1,
   "explanation": "A U-turn near a hilltop or curve is illegal where others cannot see you from 1,000 feet (Driver's Manual, chapter 3; Minn. Stat. 169.19, subd. 2)."
  },
  {
   "id": "MN-014",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You drive a car on a rural Minnesota interstate, outside every urbanized area of more than 50,000 people. No sign shows another limit. What is the maximum speed?",
   "options": [
    "60 mph",
    "65 mph",
    "75 mph",
    "70 mph"
   ],
   "correct": 3,
   "explanation": "The limit on interstates outside urbanized areas of more than 50,000 people is 70 mph (Minn. Stat. 169.14, subd. 2). Inside such areas it is 65 mph."
  },
  {
   "id": "MN-015",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "It is daytime and dry, but dust thickens over a Minnesota road. Headlights become required as soon as you can see the road ahead for less than which distance?",
   "options": [
    "200 feet",
    "300 feet",
    "500 feet",
    "400 feet"
   ],
   "correct": 2,
   "explanation": "Headlights must be on when you cannot see the road ahead for at least 500 feet (Driver's Manual, chapter 2). They are also required from sunset to sunrise and in rain or snow."
  },
  {
   "id": "MN-016",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You are 19 and practice with a Minnesota instruction permit. How old must the licensed driver who supervises you be at least?",
   "options": [
    "18 years",
    "20 years",
    "21 years",
    "25 years"
   ],
   "correct": 0,
   "explanation": "As of June 2026, the supervising driver of a permit holder aged 18 or older must be at least 18 (Driver's Manual, chapter 1). For a permit holder under 18, the age is 21."
  },
  {
   "id": "MN-017",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You are 30 with no earlier impaired driving incident. Your test after a DWI arrest in Minnesota shows 0.17. How long is the revocation for the test result itself at least, apart from any court conviction?",
   "options": [
    "30 days",
    "90 days",
    "180 days",
    "1 year"
   ],
   "correct": 3,
   "explanation": "As of August 2025, a result of twice the legal limit or more brings at least one year (Minn. Stat. 171.178, subd. 4). Below twice the limit, a first revocation at your age is at least 90 days."
  },
  {
   "id": "MN-018",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "You pass a car on a two-way Minnesota road by using the oncoming lane. How far away must an oncoming vehicle still be, at the least, when you are back on the right side?",
   "options": [
    "25 feet",
    "100 feet",
    "50 feet",
    "75 feet"
   ],
   "correct": 1,
   "explanation": "You must be back on the right side before you come within 100 feet of an oncoming vehicle (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-019",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You drive a car on a Minnesota interstate inside an urbanized area of more than 50,000 people. No sign shows another limit. What is the maximum speed?",
   "options": [
    "55 mph",
    "60 mph",
    "65 mph",
    "70 mph"
   ],
   "correct": 2,
   "explanation": "The limit on interstates inside urbanized areas of more than 50,000 people is 65 mph (Minn. Stat. 169.14, subd. 2). Outside such areas it is 70 mph."
  },
  {
   "id": "MN-020",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "You drive at night in Minnesota with high beams on. At which distances must you switch to low beams for other vehicles?",
   "options": [
    "500 feet from oncoming, 200 feet behind others",
    "1,000 feet from oncoming, 200 feet behind others",
    "500 feet from oncoming, 300 feet behind others",
    "300 feet from oncoming, 500 feet behind others"
   ],
   "correct": 1,
   "explanation": "Low beams are required within 1,000 feet of an oncoming vehicle and when you follow at 200 feet or less (Driver's Manual, chapter 6)."
  },
  {
   "id": "MN-021",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You are 16 and got your provisional license two months ago. No exception applies to you. During which hours may you not drive?",
   "options": [
    "11 p.m. to 6 a.m.",
    "10 p.m. to 5 a.m.",
    "1 a.m. to 6 a.m.",
    "Midnight to 5 a.m."
   ],
   "correct": 3,
   "explanation": "As of June 2026, a provisional license bars driving from midnight to 5 a.m. in the first six months (Driver's Manual, chapter 1; Minn. Stat. 171.055). Work trips are among the exceptions."
  },
  {
   "id": "MN-022",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You drive your own car. An officer can prove that alcohol caused your driving errors. From which alcohol concentration can you then be arrested for DWI, by the Minnesota Driver's Manual?",
   "options": [
    "0.02 percent",
    "0.06 percent",
    "0.04 percent",
    "0.08 percent"
   ],
   "correct": 2,
   "explanation": "A driver can be arrested for DWI from 0.04 percent if alcohol caused driving errors (Driver's Manual, chapter 8). From 0.08 percent no proof of errors is needed."
  },
  {
   "id": "MN-023",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "A fire truck on an emergency run drives ahead of you in Minnesota. You are on no official business. How much distance must you keep at least?",
   "options": [
    "500 feet",
    "100 feet",
    "200 feet",
    "300 feet"
   ],
   "correct": 0,
   "explanation": "Without official business you may not follow a fire truck on an emergency run within 500 feet (Driver's Manual, chapter 4; Minn. Stat. 169.40)."
  },
  {
   "id": "MN-024",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You lawfully pass a car on a two-lane Minnesota highway with a 55 mph limit. By how much may you go over the limit while you pass?",
   "options": [
    "0 mph",
    "10 mph",
    "5 mph",
    "15 mph"
   ],
   "correct": 1,
   "explanation": "On two-lane highways with a limit of 55 mph or more, you may go 10 mph faster while you lawfully pass (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-025",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "What is the least tread depth that a car tire may have in Minnesota?",
   "options": [
    "1/16 of an inch",
    "1/32 of an inch",
    "1/8 of an inch",
    "1/4 of an inch"
   ],
   "correct": 0,
   "explanation": "A tire is illegal if its tread is less than one-sixteenth of an inch deep (Driver's Manual, chapter 2)."
  },
  {
   "id": "MN-026",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You have held a provisional license for eight months. No parent or guardian rides with you. How many passengers under 20 from outside your immediate family may you carry at most?",
   "options": [
    "None",
    "One",
    "Two",
    "Three"
   ],
   "correct": 3,
   "explanation": "As of June 2026, the limit is three passengers under 20 in the second six months (Driver's Manual, chapter 1). In the first six months it is one."
  },
  {
   "id": "MN-027",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "By the Minnesota Driver's Manual, penalties for DWI are more severe from a certain alcohol concentration. Which one?",
   "options": [
    "0.10 percent",
    "0.16 percent",
    "0.12 percent",
    "0.20 percent"
   ],
   "correct": 1,
   "explanation": "As of June 2026, penalties are more severe at 0.16 percent or above (Driver's Manual, chapter 8). Another reason is a child under 16 in the vehicle."
  },
  {
   "id": "MN-028",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "The traffic signal at an intersection is dark, and no officer directs traffic. How do you treat the place, by the Minnesota Driver's Manual?",
   "options": [
    "As if all drivers had a stop sign",
    "As if the main road had a green light",
    "As an uncontrolled intersection",
    "As closed until an officer arrives"
   ],
   "correct": 2,
   "explanation": "A signal that does not work makes the intersection an uncontrolled one (Driver's Manual, chapter 5). Of two drivers who arrive together, the one on the left yields."
  },
  {
   "id": "MN-029",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You are convicted of driving faster than 100 mph in Minnesota. For how long is your driving privilege revoked at least?",
   "options": [
    "6 months",
    "30 days",
    "90 days",
    "1 year"
   ],
   "correct": 0,
   "explanation": "As of June 2026, driving over 100 mph brings a revocation of at least six months (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-030",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "You tint the side windows of an ordinary passenger car in Minnesota, and nobody has a medical exemption. How much light must the windows let through at least?",
   "options": [
    "20 percent",
    "35 percent",
    "70 percent",
    "50 percent"
   ],
   "correct": 3,
   "explanation": "Side windows of a passenger car must let at least 50 percent of the light through (Driver's Manual, chapter 2; Minn. Stat. 169.71). Darker glass is for the rear of pickups, vans and similar vehicles."
  },
  {
   "id": "MN-031",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You are 16 and want a provisional license. Your parent has not taken the parent class. What must your log of supervised driving show at least?",
   "options": [
    "50 hours, 15 of them at night",
    "40 hours, 15 of them at night",
    "50 hours, 10 of them at night",
    "30 hours, 10 of them at night"
   ],
   "correct": 0,
   "explanation": "As of June 2026, the log must show 50 hours, 15 of them at night (Driver's Manual, chapter 1). If a parent takes the class, 40 hours with 15 at night are enough."
  },
  {
   "id": "MN-032",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "Your car has an ignition interlock device. From which alcohol concentration does the device keep the car from starting in Minnesota?",
   "options": [
    "0.04 percent",
    "0.02 percent",
    "0.06 percent",
    "0.08 percent"
   ],
   "correct": 1,
   "explanation": "As of June 2026, the device prevents a start at 0.02 percent or above (Driver's Manual, chapter 8)."
  },
  {
   "id": "MN-033",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "The lights at a railroad crossing in Minnesota flash. What is the least distance from the nearest rail at which you may stop?",
   "options": [
    "20 feet",
    "15 feet",
    "25 feet",
    "10 feet"
   ],
   "correct": 3,
   "explanation": "You must stop at least 10 feet from the nearest rail or gate (Driver's Manual, chapter 4)."
  },
  {
   "id": "MN-034",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "A Minnesota city sets a school speed limit near a school. What is the lowest school speed limit that state law allows?",
   "options": [
    "10 mph",
    "20 mph",
    "15 mph",
    "25 mph"
   ],
   "correct": 2,
   "explanation": "A school speed limit may not be lower than 15 mph or more than 30 mph below the established limit (Minn. Stat. 169.14, subd. 5a)."
  },
  {
   "id": "MN-035",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "The back seat of your car is free. Below which age must a child ride in the back seat in Minnesota?",
   "options": [
    "8 years",
    "13 years",
    "10 years",
    "16 years"
   ],
   "correct": 1,
   "explanation": "As of June 2026, a child under 13 must ride in the back if the back seat is available (Driver's Manual, chapter 3)."
  },
  {
   "id": "MN-036",
   "type": "state",
   "state": "MN",
   "category": "licensing",
   "question": "You are 20 and get your first instruction permit in Minnesota. How long must you practice with it before you may take the road test?",
   "options": [
    "1 month",
    "6 months",
    "3 months",
    "12 months"
   ],
   "correct": 2,
   "explanation": "As of June 2026, a permit holder aged 19 or older practices for three months before the road test (Driver's Manual, chapter 1). At 18 or younger, six months are required."
  },
  {
   "id": "MN-037",
   "type": "state",
   "state": "MN",
   "category": "alcoholLaws",
   "question": "You bring home an opened package of cannabis in a Minnesota car that has a trunk. Where may the package be while you drive?",
   "options": [
    "In the glove compartment",
    "Under the front passenger seat",
    "In a bag on the back seat",
    "In the trunk"
   ],
   "correct": 3,
   "explanation": "As of June 2026, an open package belongs in the trunk (Driver's Manual, chapter 8; Minn. Stat. 169A.36). Only a vehicle without a trunk may carry it in another place where nobody normally sits."
  },
  {
   "id": "MN-038",
   "type": "state",
   "state": "MN",
   "category": "trafficLaws",
   "question": "As an adult, you break Minnesota's hands-free law for the second time by holding your phone while you drive. Which fine does the law set?",
   "options": [
    "$275",
    "$50",
    "$100",
    "$500"
   ],
   "correct": 0,
   "explanation": "As of 2026, a second or later violation of the hands-free law brings a fine of $275 (Minn. Stat. 169.475, subd. 2)."
  },
  {
   "id": "MN-039",
   "type": "state",
   "state": "MN",
   "category": "speedLimits",
   "question": "You drive a car on a Minnesota freeway that is not an interstate. No sign shows a speed limit. What is the maximum speed by state law?",
   "options": [
    "55 mph",
    "65 mph",
    "60 mph",
    "70 mph"
   ],
   "correct": 1,
   "explanation": "The limit on expressways and freeways that are not interstates is 65 mph (Minn. Stat. 169.14, subd. 2). A sign can set another limit."
  },
  {
   "id": "MN-040",
   "type": "state",
   "state": "MN",
   "category": "parkingAndEquipment",
   "question": "Lumber sticks out behind your vehicle in Minnesota by day. From which length must a flag hang at the end of the load?",
   "options": [
    "2 feet",
    "3 feet",
    "4 feet",
    "6 feet"
   ],
   "correct": 2,
   "explanation": "A load that extends four feet or more to the rear needs a flag of 16 inches square (Driver's Manual, chapter 6). The flag is red, yellow or orange."
  }
 ]
}

"""##
