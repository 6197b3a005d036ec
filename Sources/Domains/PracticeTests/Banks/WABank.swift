// Written by tools/bank from schemas/bank/states/WA.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/WA.json: 22543 bytes.
    static let WAText = BankText(sha256: "e366ed422aa5829aa02daa12500f823ae5974f9285cc20e1831ddc8fed6efaed", text: WAFile)

    /// Read when it is first asked for, and kept.
    static let WA = WAText.bank
}

private let WAFile = ##"""
{
 "daybookBank": 1,
 "state": "WA",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "WA-001",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You become a Washington resident and hold a valid license from another state. Within how many days must you get a Washington driver's license?",
   "options": [
    "10 days",
    "30 days",
    "60 days",
    "90 days"
   ],
   "correct": 1,
   "explanation": "RCW 46.20.021 gives a new resident 30 days from the date of becoming a resident. A person becomes a resident by showing an intent to stay on more than a temporary basis."
  },
  {
   "id": "WA-002",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "You drive on a city street in Washington. No sign shows a speed limit, and no special hazard is present. What is the maximum speed?",
   "options": [
    "20 mph",
    "30 mph",
    "35 mph",
    "25 mph"
   ],
   "correct": 3,
   "explanation": "RCW 46.61.400 sets 25 mph on city and town streets. Signs can show another limit that the city or the state has set there."
  },
  {
   "id": "WA-003",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "You drive slowly on a two-lane Washington highway where passing is unsafe. From how many vehicles lined up behind you must you turn off at a safe place?",
   "options": [
    "Five",
    "Three",
    "Seven",
    "Ten"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.427 asks a slow driver to turn off where there is enough room for a safe turn-out. The duty begins when five or more vehicles form a line behind."
  },
  {
   "id": "WA-004",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "Washington counts an alcohol concentration of 0.08 by itself as DUI if a test shows that you had it within which time after driving?",
   "options": [
    "One hour",
    "Four hours",
    "Two hours",
    "Six hours"
   ],
   "correct": 2,
   "explanation": "As of February 2026, RCW 46.61.502 covers a driver who has 0.08 or higher within two hours after driving. A later test may still serve as evidence."
  },
  {
   "id": "WA-005",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "You park on a Washington street where no marking sets another rule. What is the shortest lawful distance to a fire hydrant?",
   "options": [
    "5 feet",
    "10 feet",
    "15 feet",
    "20 feet"
   ],
   "correct": 2,
   "explanation": "RCW 46.61.570 forbids parking within 15 feet of a fire hydrant. A momentary stop to pick up or let out a passenger is excepted."
  },
  {
   "id": "WA-006",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You are not enrolled in a driver training course. What is the youngest age at which you can get a Washington instruction permit?",
   "options": [
    "15 and a half",
    "15",
    "16",
    "14 and a half"
   ],
   "correct": 0,
   "explanation": "As of February 2026, RCW 46.20.055 asks for an age of at least 15.5 years. An applicant who is enrolled in a driver training course can get the permit at 15."
  },
  {
   "id": "WA-007",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "You tow a travel trailer with your pickup on a Washington interstate where signs allow cars 70 mph. How fast may you drive at most?",
   "options": [
    "70 mph",
    "65 mph",
    "55 mph",
    "60 mph"
   ],
   "correct": 3,
   "explanation": "RCW 46.61.410 keeps vehicles in combination, such as a pickup with a trailer, to at most 60 mph. The same cap applies to vehicles over 10,000 pounds."
  },
  {
   "id": "WA-008",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "An undivided Washington road has three marked traffic lanes. A school bus coming toward you has stopped for children with its red lights flashing. What does the law ask of you?",
   "options": [
    "You stop until the red lights are off",
    "You need not stop, but you watch for children",
    "You stop, then pass at 10 mph or less",
    "You stop if a child is in sight near the bus"
   ],
   "correct": 1,
   "explanation": "RCW 46.61.370 frees drivers who meet an oncoming bus on a highway with three or more marked lanes. Drivers behind the bus must stop."
  },
  {
   "id": "WA-009",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You are 19 and drive in Washington after drinking. From which alcohol concentration does the law for drivers under 21 make this a crime?",
   "options": [
    "0.01",
    "0.02",
    "0.04",
    "0.08"
   ],
   "correct": 1,
   "explanation": "RCW 46.61.503 makes it a crime for a driver under 21 to have 0.02 or more. From 0.08 on, the DUI law applies."
  },
  {
   "id": "WA-010",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "Your tires have ordinary metal studs that do not retract. The state has not changed the season this year. In which months may you drive with them in Washington?",
   "options": [
    "September through April",
    "October through May",
    "October through April",
    "November through March"
   ],
   "correct": 3,
   "explanation": "RCW 46.37.420 forbids metal studs between April 1 and November 1. The Department of Transportation can allow extra time."
  },
  {
   "id": "WA-011",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You hold a Washington driver's license and move to another address in the state. Within how many days must you notify the Department of Licensing?",
   "options": [
    "30 days",
    "20 days",
    "10 days",
    "60 days"
   ],
   "correct": 2,
   "explanation": "RCW 46.20.205 asks a license holder to notify the department within ten days of a new address. The same time applies to a change of name."
  },
  {
   "id": "WA-012",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "You pass a marked school crosswalk in Washington that is fully posted with standard school speed limit signs. What is the highest lawful speed?",
   "options": [
    "20 mph",
    "15 mph",
    "25 mph",
    "10 mph"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.440 sets 20 mph when you pass a posted school or playground crosswalk. The penalty for speeding in such a zone is doubled."
  },
  {
   "id": "WA-013",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "You enter a marked two-way left turn lane in the center of a Washington road. What is the farthest you may travel in it?",
   "options": [
    "100 feet",
    "150 feet",
    "200 feet",
    "300 feet"
   ],
   "correct": 3,
   "explanation": "RCW 46.61.290 limits travel in a two-way left turn lane to 300 feet. The lane may not be used to pass a vehicle."
  },
  {
   "id": "WA-014",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You are lawfully arrested for DUI in Washington, with no such incident in the last seven years, and refuse the breath test. For how long is your license revoked?",
   "options": [
    "90 days",
    "One year",
    "Six months",
    "Two years"
   ],
   "correct": 1,
   "explanation": "RCW 46.20.3101 revokes the license for one year after a first refusal within seven years. A second refusal in that time brings at least two years."
  },
  {
   "id": "WA-015",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "Your 9-year-old is too big for a harness seat and sits where there is a lap and shoulder belt. Below which height does Washington law ask for a booster seat?",
   "options": [
    "4 feet 9 inches",
    "4 feet 2 inches",
    "5 feet",
    "3 feet 8 inches"
   ],
   "correct": 0,
   "explanation": "As of February 2026, RCW 46.61.687 asks for a booster seat for such a child under 4 feet 9 inches. Children under 13 ride in back where practical."
  },
  {
   "id": "WA-016",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You drive on a Washington instruction permit. The licensed driver beside you is not a course instructor. How much driving experience must this person have?",
   "options": [
    "At least one year",
    "At least two years",
    "At least five years",
    "At least ten years"
   ],
   "correct": 2,
   "explanation": "As of February 2026, RCW 46.20.055 asks for a licensed driver with at least five years of driving experience in the seat beside you. A qualified course instructor may sit there instead."
  },
  {
   "id": "WA-017",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "You drive on a county road in Washington, outside any city or town. No sign shows a speed limit, and no special hazard is present. What is the maximum speed?",
   "options": [
    "55 mph",
    "50 mph",
    "45 mph",
    "65 mph"
   ],
   "correct": 1,
   "explanation": "RCW 46.61.400 sets 50 mph on county roads. A county can post another limit after an engineering and traffic investigation (RCW 46.61.415)."
  },
  {
   "id": "WA-018",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "A bicyclist rides in the right lane of a Washington road with two lanes in your direction. The left lane is clear. How must you pass?",
   "options": [
    "Stay in the lane with 3 feet between you",
    "Move partly into the left lane at any speed",
    "Stay in the lane and sound your horn first",
    "Move completely into the left lane"
   ],
   "correct": 3,
   "explanation": "Under RCW 46.61.110 you move completely into a lane to the left when that is safe. You stay there until you are safely past."
  },
  {
   "id": "WA-019",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You are 35. A test within two hours after you drive in Washington shows THC. From how much THC per milliliter of whole blood does the result alone make it DUI?",
   "options": [
    "5 nanograms",
    "1 nanogram",
    "2 nanograms",
    "10 nanograms"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.502 sets a THC concentration of 5.00 within two hours after driving. RCW 46.04.586 measures it in nanograms per milliliter. Below it, impaired driving is still DUI."
  },
  {
   "id": "WA-020",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "You want to leave your car before a stop sign at the side of a Washington street. How far before the sign must you park at least?",
   "options": [
    "15 feet",
    "20 feet",
    "30 feet",
    "25 feet"
   ],
   "correct": 2,
   "explanation": "RCW 46.61.570 forbids parking within 30 feet on the approach to a stop sign. The same holds for yield signs, flashing signals and traffic signals."
  },
  {
   "id": "WA-021",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You are 16, got your Washington intermediate license three months ago, and no farm work is involved. Which passenger may you carry?",
   "options": [
    "A classmate, who is 16",
    "A neighbor, who is 18",
    "A teammate, who is 19",
    "Your brother, who is 14"
   ],
   "correct": 3,
   "explanation": "In the version in force from May 2026, RCW 46.20.075 bars passengers under 20 for the first six months. Members of the immediate family are excepted."
  },
  {
   "id": "WA-022",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "A tow truck with its lights flashing works beside a Washington freeway posted at 70 mph. A lane change would be unsafe. To what speed must you slow down?",
   "options": [
    "65 mph or less",
    "50 mph or less",
    "60 mph or less",
    "55 mph or less"
   ],
   "correct": 1,
   "explanation": "Under RCW 46.61.212 you slow to no more than 50 mph where the posted limit is above 60 mph. On slower roads you slow to at least 10 mph below the limit."
  },
  {
   "id": "WA-023",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "You want to make a U-turn near the crest of a hill in Washington. It is forbidden if drivers coming from either side cannot see you within which distance?",
   "options": [
    "200 feet",
    "300 feet",
    "500 feet",
    "400 feet"
   ],
   "correct": 2,
   "explanation": "RCW 46.61.295 forbids a U-turn on a curve or near a crest unless drivers from either side can see you within 500 feet."
  },
  {
   "id": "WA-024",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You drive your own sedan home in Washington with a half-full bottle of wine. Where may it ride?",
   "options": [
    "In the trunk",
    "In the glove compartment",
    "On the floor behind your seat",
    "In a closed bag on the back seat"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.519 lets an opened bottle ride in the trunk. The glove compartment counts as part of the area where people sit."
  },
  {
   "id": "WA-025",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "It is daytime in Washington, but fog is thick. You must turn on your headlights if you cannot clearly see people and vehicles at which distance ahead?",
   "options": [
    "500 feet",
    "300 feet",
    "200 feet",
    "1,000 feet"
   ],
   "correct": 3,
   "explanation": "RCW 46.37.020 asks for headlights whenever people and vehicles are not clearly visible 1,000 feet ahead. They must also be on from half an hour after sunset."
  },
  {
   "id": "WA-026",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You are 17 and got your Washington intermediate license two months ago. You drive alone for fun. During which hours is this forbidden?",
   "options": [
    "11 p.m. to 5 a.m.",
    "1 a.m. to 5 a.m.",
    "Midnight to 6 a.m.",
    "10 p.m. to 5 a.m."
   ],
   "correct": 1,
   "explanation": "In the version in force from May 2026, RCW 46.20.075 forbids driving between 1 a.m. and 5 a.m. A licensed companion of 25 or older lifts the ban. Trips for school, religion or work are allowed."
  },
  {
   "id": "WA-027",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "You drive a car on a Washington state highway outside any city. No sign shows a speed limit, and no special hazard is present. What is the maximum speed?",
   "options": [
    "60 mph",
    "50 mph",
    "70 mph",
    "65 mph"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.400 sets 60 mph on state highways. The state can post a higher limit, up to 75 mph, on a suitable highway (RCW 46.61.410)."
  },
  {
   "id": "WA-028",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "You are 30 and wait in your car at a red light in Washington. There is no emergency. Which use of a phone is lawful?",
   "options": [
    "You hold it and read a text, as the car is stopped",
    "You hold it to your ear with one hand for a call",
    "You touch it once in its holder to start navigation",
    "You watch a short video while it sits in its holder"
   ],
   "correct": 2,
   "explanation": "As of February 2026, RCW 46.61.672 counts waiting at a signal as driving. Holding a phone, reading messages and watching video are barred. Minimal use of a finger to start a function is allowed."
  },
  {
   "id": "WA-029",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You are 40. After a Washington DUI arrest, your first incident in seven years, the breath test shows 0.10. You join no sobriety program. How long is the department's suspension?",
   "options": [
    "30 days",
    "One year",
    "90 days",
    "Six months"
   ],
   "correct": 2,
   "explanation": "RCW 46.20.3101 suspends the license for 90 days after a first test of 0.08 or more within seven years. A court penalty can come on top."
  },
  {
   "id": "WA-030",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "You park your car near a railroad crossing in Washington and go shopping. How far from the nearest rail must it stand at least?",
   "options": [
    "15 feet",
    "50 feet",
    "30 feet",
    "20 feet"
   ],
   "correct": 1,
   "explanation": "RCW 46.61.570 forbids parking within 50 feet of the nearest rail of a crossing. A short stop to load or unload is excepted."
  },
  {
   "id": "WA-031",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You apply for a Washington intermediate license. How much supervised driving must a parent or another permitted adult certify for you?",
   "options": [
    "50 hours, 10 of them at night",
    "45 hours, 15 of them at night",
    "60 hours, 10 of them at night",
    "40 hours, none of them at night"
   ],
   "correct": 0,
   "explanation": "In the version in force from May 2026, RCW 46.20.075 asks for at least 50 hours, ten of them at night. The supervisor is at least 21 and licensed for at least three years."
  },
  {
   "id": "WA-032",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "On a Washington highway with one lane each way, a car ahead of you drives 45 mph in a 60 mph zone. The way is clear to pass. What may your speed be?",
   "options": [
    "60 mph at most, because no exception covers passing",
    "Any speed, as long as you signal before you start the pass",
    "Over 60 mph, but just as much and as far as a safe pass needs",
    "70 mph at most, for as long as you like after the pass"
   ],
   "correct": 2,
   "explanation": "RCW 46.61.425 lets a driver who passes a vehicle below the limit exceed the limit. The extra speed and distance stay within what a safe pass needs."
  },
  {
   "id": "WA-033",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "You drive past other cars and cut into the line for a Washington state ferry without permission. What will you be told to do, besides any other penalty?",
   "options": [
    "Leave the terminal for 24 hours",
    "Move at once to the end of the line",
    "Wait beside the line for two sailings",
    "Pay the fare twice and keep your place"
   ],
   "correct": 1,
   "explanation": "RCW 46.61.735 makes cutting into a ferry line a traffic infraction. The driver is directed to move at once to the end of the line."
  },
  {
   "id": "WA-034",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You sit behind the wheel of your car in Washington with an alcohol concentration of 0.10. What bars a conviction for having physical control of it?",
   "options": [
    "You turned the hazard lights on before police reached the car",
    "You stopped in a traffic lane and put the car in park",
    "You drove less than one mile to get to that place",
    "You moved it safely off the roadway before police pursued you"
   ],
   "correct": 3,
   "explanation": "RCW 46.61.504 bars a conviction for physical control if the vehicle was safely off the roadway before an officer pursued the person. A charge of driving under the influence remains possible."
  },
  {
   "id": "WA-035",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "You have film put on the front side windows of your sedan, which has mirrors on both sides. At least how much light must pass through in Washington?",
   "options": [
    "35 percent",
    "24 percent",
    "50 percent",
    "70 percent"
   ],
   "correct": 1,
   "explanation": "RCW 46.37.430 asks for a light transmission of 24 percent or more on windows other than the windshield. A physician's written note can allow darker film."
  },
  {
   "id": "WA-036",
   "type": "state",
   "state": "WA",
   "category": "licensing",
   "question": "You insure your car with a Washington motor vehicle liability policy. What is the least cover it must give for injury to one person?",
   "options": [
    "$10,000",
    "$50,000",
    "$30,000",
    "$25,000"
   ],
   "correct": 3,
   "explanation": "As of February 2026, RCW 46.30.020 takes its limits from RCW 46.29.090. They are $25,000 for one person, $50,000 for two or more, and $10,000 for property."
  },
  {
   "id": "WA-037",
   "type": "state",
   "state": "WA",
   "category": "speedLimits",
   "question": "A marked school crosswalk in Washington has full school speed limit signs. How far from the crosswalk does its speed zone extend in either direction?",
   "options": [
    "100 feet",
    "200 feet",
    "300 feet",
    "150 feet"
   ],
   "correct": 2,
   "explanation": "Under RCW 46.61.440 the speed zone extends 300 feet in either direction from the marked crosswalk. Within it the limit is 20 mph."
  },
  {
   "id": "WA-038",
   "type": "state",
   "state": "WA",
   "category": "trafficLaws",
   "question": "Traffic on a Washington freeway is almost stopped. May a motorcyclist who is not a police officer ride between the rows of cars?",
   "options": [
    "No, riding between lanes of traffic is unlawful",
    "Yes, if the rider stays at 25 mph or less",
    "Yes, if traffic moves at 10 mph or less",
    "Yes, on any road with three lanes or more"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.608 forbids operating a motorcycle between lanes of traffic or between rows of vehicles. Police officers on duty are excepted."
  },
  {
   "id": "WA-039",
   "type": "state",
   "state": "WA",
   "category": "alcoholLaws",
   "question": "You are 20 and drive in Washington within two hours of using cannabis. From which THC concentration in your blood do you commit an offense?",
   "options": [
    "Anything over 0.00",
    "2.00 or more",
    "5.00 or more",
    "1.00 or more"
   ],
   "correct": 0,
   "explanation": "RCW 46.61.503 covers drivers under 21 who have any THC concentration above 0.00 within two hours after driving. From 5.00 on, the DUI law applies."
  },
  {
   "id": "WA-040",
   "type": "state",
   "state": "WA",
   "category": "parkingAndEquipment",
   "question": "You carry long boards by day in Washington. You need red or orange warning flags if the load extends beyond the rear by more than which length?",
   "options": [
    "2 feet",
    "3 feet",
    "4 feet",
    "6 feet"
   ],
   "correct": 2,
   "explanation": "RCW 46.37.140 asks for red or orange warning flags when a load extends more than four feet beyond the rear. Beyond the sides, four inches are the limit."
  }
 ]
}

"""##
