// Written by tools/bank from schemas/bank/states/OR.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/OR.json: 22870 bytes.
    static let ORText = BankText(sha256: "ab478b81641ca5135d0df079810e2ca7227706d72d8439807e455e266ec2df79", text: ORFile)

    /// Read when it is first asked for, and kept.
    static let OR = ORText.bank
}

private let ORFile = ##"""
{
 "daybookBank": 1,
 "state": "OR",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "OR-001",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "No local rule or marking sets another distance. How far from a fire hydrant must you park, at least, in Oregon?",
   "options": [
    "10 feet",
    "25 feet",
    "15 feet",
    "20 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 10 feet of a fire hydrant (Oregon Driver Manual 2026-2027, page 70). Several other states ask for 15 feet."
  },
  {
   "id": "OR-002",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You are 17, have never held a license and have not taken an ODOT-approved driver education course. How many hours of supervised driving must you have before you get an Oregon license?",
   "options": [
    "100 hours",
    "50 hours",
    "65 hours",
    "40 hours"
   ],
   "correct": 0,
   "explanation": "As of January 2026, a driver under 18 needs 100 hours of supervised driving. With an approved driver education course, 50 hours are enough (Oregon Driver Manual 2026-2027, page 90; see also ORS 807.065)."
  },
  {
   "id": "OR-003",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You are 19, drive a car in Oregon and take a breath test after an arrest for drunk driving. What is the lowest blood alcohol result that fails the test?",
   "options": [
    "0.02 percent",
    "Any amount at all",
    "0.05 percent",
    "0.08 percent"
   ],
   "correct": 1,
   "explanation": "For a person under 21, any amount of alcohol in the blood counts as being under the influence in the implied consent test (ORS 813.300). For a driver of 21 or over the level is 0.08 percent."
  },
  {
   "id": "OR-004",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You turn right at an Oregon intersection with a traffic signal. A pedestrian is in the crosswalk you will drive across. How far from the lane you turn into must the pedestrian be, at least, before you begin to turn?",
   "options": [
    "3 feet",
    "10 feet",
    "6 feet",
    "15 feet"
   ],
   "correct": 2,
   "explanation": "At a signal, the pedestrian must be six feet or more from the lane you turn into (Oregon Driver Manual 2026-2027, page 47). Without a signal the pedestrian must be past that lane and the next one."
  },
  {
   "id": "OR-005",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "You drive through an alley in an Oregon city, and no speed is posted. What is the speed limit?",
   "options": [
    "30 mph",
    "15 mph",
    "20 mph",
    "25 mph"
   ],
   "correct": 1,
   "explanation": "The limit is 15 mph in an alley or on a narrow residential roadway if no other speed is posted (ORS 811.111)."
  },
  {
   "id": "OR-006",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "You come up behind another vehicle at night on an Oregon road with your high beams on. At what distance, at the latest, must you switch to low beams?",
   "options": [
    "150 feet",
    "200 feet",
    "350 feet",
    "500 feet"
   ],
   "correct": 2,
   "explanation": "You dim your lights within 350 feet when you follow another vehicle. For an oncoming vehicle the distance is 500 feet (Oregon Driver Manual 2026-2027, page 76)."
  },
  {
   "id": "OR-007",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You are 16 and got your Oregon provisional license three months ago. You carry one passenger, and no exception applies. Which passenger does the law allow?",
   "options": [
    "A classmate, who is 16",
    "Your sister, who is 14",
    "A neighbor, who is 18",
    "A coworker, who is 19"
   ],
   "correct": 1,
   "explanation": "As of 2026, for the first six months a provisional licensee may not carry a passenger under 20 from outside the immediate family (ORS 807.122). A sister belongs to the immediate family."
  },
  {
   "id": "OR-008",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You are 35, have a clean record, drove your own car and refuse the breath test after an arrest for drunk driving. For how long is your Oregon license suspended for the refusal?",
   "options": [
    "30 days",
    "90 days",
    "Three years",
    "One year"
   ],
   "correct": 3,
   "explanation": "Refusing the test brings a suspension of one year if nothing in your record increases it (ORS 813.420). Failing the test brings 90 days, so a refusal costs more."
  },
  {
   "id": "OR-009",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You have stopped at a circular red light on a two-way street in Oregon. The way is clear and no sign forbids a turn. Into which street may you turn left?",
   "options": [
    "A one-way street running to your left",
    "A two-way street with one lane each way",
    "A two-way street with a center turn lane",
    "A two-way street with a raised median"
   ],
   "correct": 0,
   "explanation": "After a full stop you may turn left on red into a one-way street, even from a two-way street. You yield to all traffic and pedestrians (Oregon Driver Manual 2026-2027, pages 15 and 40)."
  },
  {
   "id": "OR-010",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "You drive in the business district of an Oregon city, and no speed is posted. What is the speed limit?",
   "options": [
    "35 mph",
    "25 mph",
    "30 mph",
    "20 mph"
   ],
   "correct": 3,
   "explanation": "The limit in a business district is 20 mph if no other speed is posted (ORS 811.111). Many other states set 25 mph or more."
  },
  {
   "id": "OR-011",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "You park across the street from the driveway of an Oregon fire station. How far from that driveway entrance must you stay, at least?",
   "options": [
    "15 feet",
    "75 feet",
    "30 feet",
    "50 feet"
   ],
   "correct": 1,
   "explanation": "On the opposite side of the street the distance is 75 feet. On the same side as the fire station it is 15 feet (Oregon Driver Manual 2026-2027, page 71)."
  },
  {
   "id": "OR-012",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You are 17 and have held your Oregon provisional license for nine months. No exception applies. How many passengers under 20 from outside your immediate family may you carry at most?",
   "options": [
    "None",
    "One",
    "Four",
    "Three"
   ],
   "correct": 3,
   "explanation": "As of 2026, in the second six months the limit is three passengers under 20 from outside the immediate family (ORS 807.122). In the first six months no such passenger is allowed."
  },
  {
   "id": "OR-013",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You are 40, have a clean record and drove your own car. A breath test after your arrest shows 0.12 percent. For how long does Oregon suspend your license for failing the test?",
   "options": [
    "90 days",
    "30 days",
    "One year",
    "Three years"
   ],
   "correct": 0,
   "explanation": "Failing the test brings a suspension of 90 days if nothing in your record increases it (ORS 813.420). A later conviction for DUII can bring a further suspension."
  },
  {
   "id": "OR-014",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You face a steady red arrow that points right. You want to turn right into a two-way street, and no sign forbids it. What does Oregon allow?",
   "options": [
    "A right turn without a stop, if you slow to 15 mph",
    "No turn at all until the red arrow goes out",
    "A right turn after a full stop, when the way is clear",
    "No turn unless a sign permits one on red"
   ],
   "correct": 2,
   "explanation": "Oregon allows the same turns at a red arrow as at a circular red light. You stop first and yield (Oregon Driver Manual 2026-2027, page 15). Some other states forbid a turn on a red arrow."
  },
  {
   "id": "OR-015",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "A wide street in a residence district of an Oregon city is not an arterial, and no speed is posted. What is the speed limit?",
   "options": [
    "15 mph",
    "30 mph",
    "25 mph",
    "35 mph"
   ],
   "correct": 2,
   "explanation": "The limit is 25 mph on a highway in a residence district that is not an arterial, if no other speed is posted (ORS 811.111). On a narrow residential roadway it is 15 mph."
  },
  {
   "id": "OR-016",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "In which part of the year are studded tires generally allowed on Oregon roads?",
   "options": [
    "November 1 through March 31",
    "October 1 through April 30",
    "November 15 through April 15",
    "December 1 through the end of February"
   ],
   "correct": 0,
   "explanation": "As of January 2026, studded tires are generally allowed from November 1 through March 31 (Oregon Driver Manual 2026-2027, page 79). They damage the road."
  },
  {
   "id": "OR-017",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You are 17 and have held your Oregon provisional license for eight months. It is 1 a.m. and you are driving. Which trip does the law allow?",
   "options": [
    "Home from a friend's party, alone",
    "To the coast with a licensed cousin, who is 20",
    "To a store that is open all night, alone",
    "Home from your job at a restaurant, alone"
   ],
   "correct": 3,
   "explanation": "As of 2026, a provisional licensee may not drive between midnight and 5 a.m. in the first year. The law allows trips between home and work, and trips with a licensed driver of at least 25 (ORS 807.122)."
  },
  {
   "id": "OR-018",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You are taking part in an Oregon DUII diversion program. You are arrested for drunk driving again and refuse the breath test. For how long is your license suspended for the refusal?",
   "options": [
    "90 days",
    "Three years",
    "180 days",
    "One year"
   ],
   "correct": 1,
   "explanation": "Taking part in a diversion program is a ground for a longer suspension (ORS 813.430). As of March 2024, a refusal then brings three years instead of one (ORS 813.420)."
  },
  {
   "id": "OR-019",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You pass a bicyclist who rides in your lane on an Oregon road at more than 35 mph. How much space does the rule ask you to leave?",
   "options": [
    "Enough to miss the rider even if the rider falls",
    "3 feet, measured from mirror to handlebar",
    "2 feet, if the rider keeps to the edge line",
    "Half of the width of the lane you are in"
   ],
   "correct": 0,
   "explanation": "Above 35 mph you must leave enough distance to prevent contact if the rider falls (Oregon Driver Manual 2026-2027, page 50). Oregon does not use a fixed number of feet for this."
  },
  {
   "id": "OR-020",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "You drive a car on Interstate 5 in Oregon, and no speed is posted. What is the speed limit?",
   "options": [
    "55 mph",
    "65 mph",
    "75 mph",
    "70 mph"
   ],
   "correct": 1,
   "explanation": "ORS 811.111 sets 65 mph on an interstate highway if no speed is posted. Parts of Interstates 82 and 84 in the east have a limit of 70 mph."
  },
  {
   "id": "OR-021",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "No local rule or marking sets another distance. How far from a crosswalk at an intersection must you park, at least, in Oregon?",
   "options": [
    "20 feet",
    "5 feet",
    "10 feet",
    "50 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 20 feet of a marked or unmarked crosswalk at an intersection (Oregon Driver Manual 2026-2027, page 71)."
  },
  {
   "id": "OR-022",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "For how long is an Oregon Class C instruction permit valid from the day it is issued?",
   "options": [
    "6 months",
    "12 months",
    "24 months",
    "48 months"
   ],
   "correct": 2,
   "explanation": "As of 2026, a Class C instruction permit is valid for 24 months (ORS 807.280). A driver under 18 must hold a permit for at least six months before getting a license."
  },
  {
   "id": "OR-023",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "Refusing a breath test after a lawful request is a traffic violation of its own in Oregon. What is the presumptive fine for it?",
   "options": [
    "$165",
    "$265",
    "$650",
    "$1,150"
   ],
   "correct": 2,
   "explanation": "As of 2026, the presumptive fine for refusing a test for intoxicants is $650. It comes on top of the license suspension (ORS 813.095)."
  },
  {
   "id": "OR-024",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You want to make a U-turn on an Oregon road outside city limits. From what distance, at least, must traffic coming from either direction be able to see your vehicle?",
   "options": [
    "200 feet",
    "1,000 feet",
    "300 feet",
    "500 feet"
   ],
   "correct": 1,
   "explanation": "Outside city limits a U-turn is forbidden where your vehicle cannot be seen within 1,000 feet. Within city limits the distance is 500 feet (Oregon Driver Manual 2026-2027, page 41)."
  },
  {
   "id": "OR-025",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "A road in the Oregon countryside is no interstate, the law names no special limit for it, and no speed is posted. What is the speed limit?",
   "options": [
    "55 mph",
    "45 mph",
    "50 mph",
    "65 mph"
   ],
   "correct": 0,
   "explanation": "The limit is 55 mph where no special limit of the law applies and no speed is posted (ORS 811.111). The Oregon Driver Manual 2026-2027 says so on page 19."
  },
  {
   "id": "OR-026",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "You carry a baby in your car in Oregon. Until what age must the child ride facing the rear?",
   "options": [
    "Six months",
    "One year",
    "Four years",
    "Two years"
   ],
   "correct": 3,
   "explanation": "As of January 2026, infants must ride facing the rear until they are two years old (Oregon Driver Manual 2026-2027, page 74)."
  },
  {
   "id": "OR-027",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You use your phone to look up answers during the Oregon knowledge test, and the DMV notices. How long must you then wait before you may test again?",
   "options": [
    "One day",
    "14 days",
    "90 days",
    "One year"
   ],
   "correct": 2,
   "explanation": "As of January 2026, the DMV treats phone use as cheating. You fail the test and may not test again for 90 days (Oregon Driver Manual 2026-2027, page 2)."
  },
  {
   "id": "OR-028",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You drank nothing after driving in Oregon. Within which time after driving must you have 0.08 percent or more to be guilty of DUII by the test result alone?",
   "options": [
    "30 minutes",
    "Two hours",
    "One hour",
    "Four hours"
   ],
   "correct": 1,
   "explanation": "As of January 2024, ORS 813.010 covers a driver who has 0.08 percent or more within two hours after driving. The driver must have drunk nothing in between."
  },
  {
   "id": "OR-029",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "On an Oregon road with a painted median you meet a school bus that has stopped on the other side. Its red lights flash. What must you do?",
   "options": [
    "Drive on, since the median divides the road",
    "Slow to 20 mph and pass with care",
    "Stop once, then pass if no child is near",
    "Stop until the red lights are off"
   ],
   "correct": 3,
   "explanation": "A painted median or a turn lane does not make two separate roads, so all lanes stop (Oregon Driver Manual 2026-2027, page 55). You stay stopped until the red lights are off (ORS 811.155)."
  },
  {
   "id": "OR-030",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "An Oregon school zone has the 20 mph sign for school hours and no flashing light. School is in session today. During which hours does the 20 mph limit apply?",
   "options": [
    "6 a.m. to 6 p.m.",
    "7 a.m. to 3 p.m.",
    "8 a.m. to 4 p.m.",
    "7 a.m. to 5 p.m."
   ],
   "correct": 3,
   "explanation": "The 20 mph limit of this sign applies from 7 a.m. to 5 p.m. on a school day (Oregon Driver Manual 2026-2027, page 49)."
  },
  {
   "id": "OR-031",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "You play music in your car on an Oregon road. What is the shortest distance from the car at which it is illegal that the music can be heard?",
   "options": [
    "25 feet",
    "100 feet",
    "150 feet",
    "50 feet"
   ],
   "correct": 3,
   "explanation": "You may not play a sound system so loud that it is heard 50 feet away (Oregon Driver Manual 2026-2027, page 80)."
  },
  {
   "id": "OR-032",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "You are in a collision in Oregon. Nobody is hurt, but the car you drove has $4,000 of damage. How long do you have, at most, to file a collision report with the DMV?",
   "options": [
    "24 hours",
    "10 days",
    "72 hours",
    "30 days"
   ],
   "correct": 2,
   "explanation": "As of January 2026, you file a report within 72 hours if the vehicle you drove has more than $2,500 of damage. A police report does not replace it (Oregon Driver Manual 2026-2027, page 94)."
  },
  {
   "id": "OR-033",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "A driver asks an Oregon court for DUII diversion instead of a conviction. For how many years before the offense must the driver be free of DUII convictions?",
   "options": [
    "5 years",
    "7 years",
    "15 years",
    "10 years"
   ],
   "correct": 2,
   "explanation": "A driver with a DUII conviction in the 15 years before the offense is not eligible for diversion (ORS 813.215, text of 2021). The law sets further conditions as well."
  },
  {
   "id": "OR-034",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "A public transit bus ahead of you in Oregon signals to come back into your lane. An electric sign on its back flashes the word yield. What must you do?",
   "options": [
    "Let the bus come back into the lane",
    "Pass the bus first if you reach it in time",
    "Sound the horn and hold your speed",
    "Stop and wait until all riders are off"
   ],
   "correct": 0,
   "explanation": "Drivers who come from behind must yield when the bus driver signals and the yield sign flashes (Oregon Driver Manual 2026-2027, page 56)."
  },
  {
   "id": "OR-035",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "An officer stops you in Oregon for speeding. You drove 100 mph. What is the presumptive fine?",
   "options": [
    "$265",
    "$440",
    "$650",
    "$1,150"
   ],
   "correct": 3,
   "explanation": "As of 2026, the presumptive fine for speeding at 100 mph or more is $1,150 (ORS 811.109)."
  },
  {
   "id": "OR-036",
   "type": "state",
   "state": "OR",
   "category": "parkingAndEquipment",
   "question": "Your load extends 5 feet beyond the rear of your pickup in clear daylight. What must you show at the end of the load in Oregon?",
   "options": [
    "A white flag at least 18 inches square",
    "A red flag at least 12 inches square",
    "An orange triangle with a red border",
    "A yellow flag at least 10 inches square"
   ],
   "correct": 1,
   "explanation": "A load that extends 4 feet or more beyond the rear needs a red flag at least 12 inches square. In limited visibility a red light replaces it (Oregon Driver Manual 2026-2027, page 56)."
  },
  {
   "id": "OR-037",
   "type": "state",
   "state": "OR",
   "category": "licensing",
   "question": "What is the least property damage coverage, per collision, that Oregon requires in your car's liability insurance?",
   "options": [
    "$5,000",
    "$20,000",
    "$10,000",
    "$50,000"
   ],
   "correct": 1,
   "explanation": "As of January 2026, the minimum is $20,000 per collision for damage to the property of others. For injuries it is $25,000 for one person and $50,000 for two or more (Oregon Driver Manual 2026-2027, page 93)."
  },
  {
   "id": "OR-038",
   "type": "state",
   "state": "OR",
   "category": "alcoholLaws",
   "question": "You pushed the cork back into an opened bottle of wine. Your car has a separate trunk. In which place may you carry the bottle on an Oregon road?",
   "options": [
    "In the glove compartment",
    "Under the driver's seat",
    "In the trunk",
    "In a bag on the back seat"
   ],
   "correct": 2,
   "explanation": "A bottle with a broken seal counts as open even when it is closed again. It belongs in the trunk (Oregon Driver Manual 2026-2027, page 83). The glove compartment counts as part of the passenger area (ORS 811.170)."
  },
  {
   "id": "OR-039",
   "type": "state",
   "state": "OR",
   "category": "trafficLaws",
   "question": "You drive behind a large truck in an Oregon roundabout that has two lanes. The lane beside the truck is free. What is the rule?",
   "options": [
    "You may not pass the truck or drive beside it",
    "You may pass the truck at 15 mph or less",
    "You may pass the truck on its left side",
    "You may drive beside the truck if you signal"
   ],
   "correct": 0,
   "explanation": "It is illegal to pass or drive beside a truck in a roundabout (Oregon Driver Manual 2026-2027, page 44). The truck may need both lanes."
  },
  {
   "id": "OR-040",
   "type": "state",
   "state": "OR",
   "category": "speedLimits",
   "question": "On an Oregon highway with two lanes your way, a car stands on the shoulder with its hazard lights on. You cannot change lanes. By how much, at least, must you slow below the speed limit?",
   "options": [
    "5 mph",
    "10 mph",
    "15 mph",
    "20 mph"
   ],
   "correct": 0,
   "explanation": "You move out of the lane next to the stopped vehicle, or you slow to at least 5 mph below the limit (ORS 811.147). The rule covers any vehicle with warning or hazard lights."
  }
 ]
}

"""##
