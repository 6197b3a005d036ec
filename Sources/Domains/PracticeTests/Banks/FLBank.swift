// Written by tools/bank from schemas/bank/states/FL.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/FL.json: 21491 bytes.
    static let FLText = BankText(sha256: "b67cdf81f4904114d61416732fbe4040c31a047374c9c52fd7145f6f6bf4a4a0", text: FLFile)

    /// Read when it is first asked for, and kept.
    static let FL = FLText.bank
}

private let FLFile = ##"""
{
 "daybookBank": 1,
 "state": "FL",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "FL-001",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You are 15 and got your Florida learner's license two months ago. A licensed driver aged 30 sits beside you. When may you drive?",
   "options": [
    "Until 10 p.m. on any day",
    "Until 11 p.m. on any day",
    "During daylight hours only",
    "At any hour of the day or night"
   ],
   "correct": 2,
   "explanation": "For the first three months, a learner drives during daylight hours only (F.S. 322.1615). After three months, a learner may drive until 10 p.m. As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-002",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "You drive through a Florida residence district. No speed limit is posted, and the city or county has set none. What is the maximum speed?",
   "options": [
    "30 mph",
    "40 mph",
    "35 mph",
    "20 mph"
   ],
   "correct": 0,
   "explanation": "In business and residence districts the maximum speed is 30 mph (F.S. 316.183(2)). A county or city may set a lower limit in a residence district."
  },
  {
   "id": "FL-003",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "You are 19 and drive a car in Florida. What is the lowest breath-alcohol level at which driving is unlawful for you because of your age?",
   "options": [
    "0.01",
    "0.04",
    "0.05",
    "0.02"
   ],
   "correct": 3,
   "explanation": "A person under 21 may not drive with a blood-alcohol or breath-alcohol level of 0.02 or higher (F.S. 322.2616(1)(a))."
  },
  {
   "id": "FL-004",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "On a two-lane Florida road you pull out into the oncoming lane to pass. How far from an approaching vehicle must you be back on your side at the latest?",
   "options": [
    "100 feet",
    "200 feet",
    "50 feet",
    "300 feet"
   ],
   "correct": 1,
   "explanation": "A passing driver must return before coming within 200 feet of any approaching vehicle (F.S. 316.085)."
  },
  {
   "id": "FL-005",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "You look for a place to park on a Florida street with no signs or markings. How far from a fire hydrant must you stay at least?",
   "options": [
    "10 feet",
    "15 feet",
    "20 feet",
    "5 feet"
   ],
   "correct": 1,
   "explanation": "Parking within 15 feet of a fire hydrant is against Florida law (F.S. 316.1945). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-006",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You are 17, hold a regular Florida driver license and drive home alone from a party. You do not drive to or from work. At which time is this lawful?",
   "options": [
    "4:30 a.m.",
    "3:00 a.m.",
    "1:30 a.m.",
    "12:30 a.m."
   ],
   "correct": 3,
   "explanation": "A 17-year-old may not drive between 1 a.m. and 5 a.m. (F.S. 322.16). Work trips and trips with a licensed driver aged 21 or older are exceptions."
  },
  {
   "id": "FL-007",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "You tow a boat trailer on a Florida road outside business and residence districts. You do not overtake. How far behind another vehicle with a trailer must you stay at least?",
   "options": [
    "300 feet",
    "100 feet",
    "150 feet",
    "500 feet"
   ],
   "correct": 0,
   "explanation": "Outside business and residence districts, a truck or a towing vehicle may not follow another truck or towing vehicle within 300 feet (F.S. 316.0895(2))."
  },
  {
   "id": "FL-008",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "An interstate highway in Florida with four lanes is posted at 70 mph, and traffic and weather are normal. What is the minimum speed there?",
   "options": [
    "40 mph",
    "45 mph",
    "50 mph",
    "55 mph"
   ],
   "correct": 2,
   "explanation": "Where the posted limit is 70 mph, the minimum speed is 50 mph (F.S. 316.183(2)). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-009",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "You are 40, lawfully arrested for DUI in Florida, and refuse the breath test for the first time. For how long is your license suspended for the refusal?",
   "options": [
    "90 days",
    "1 year",
    "6 months",
    "18 months"
   ],
   "correct": 1,
   "explanation": "A first refusal suspends the license for one year. As of August 2023, the official handbook states this (F.S. 316.1932). Since October 2025 a first refusal is also a second degree misdemeanor."
  },
  {
   "id": "FL-010",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "What is the least light that tinted front side windows of a car must let through in Florida? You have no medical exemption.",
   "options": [
    "70 percent",
    "50 percent",
    "15 percent",
    "28 percent"
   ],
   "correct": 3,
   "explanation": "Sunscreening material on the windows beside the driver must let through at least 28 percent of visible light (F.S. 316.2953). Windows behind the driver may be darker."
  },
  {
   "id": "FL-011",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "You drive on a Florida road outside every city and every business or residence district. No limit is posted, and the road is no limited-access highway. What is the maximum speed?",
   "options": [
    "55 mph",
    "60 mph",
    "65 mph",
    "70 mph"
   ],
   "correct": 0,
   "explanation": "Outside business and residence districts the maximum speed is 55 mph at any time, unless another limit is set (F.S. 316.183(2))."
  },
  {
   "id": "FL-012",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You are 16 and have held only a Florida learner's license. You have no traffic convictions. For how long must you have held it before you can get a regular license?",
   "options": [
    "3 months",
    "6 months",
    "9 months",
    "12 months"
   ],
   "correct": 3,
   "explanation": "At 16 or 17 an applicant must have held a learner's license for at least 12 months without moving traffic convictions (F.S. 322.05(2)). As of 2025, the statute states this."
  },
  {
   "id": "FL-013",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "On a Florida highway a school bus comes toward you, stops and shows its stop signal. What between you and the bus lets you drive on?",
   "options": [
    "A painted median 10 feet wide",
    "A paved center turn lane for both directions",
    "An unpaved median 5 feet wide",
    "Two double solid yellow lines"
   ],
   "correct": 2,
   "explanation": "Oncoming traffic need not stop if a raised barrier or an unpaved median of at least 5 feet divides the highway (F.S. 316.172). Paint is no barrier."
  },
  {
   "id": "FL-014",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "How far from a railroad crossing must you park at least in Florida when no sign sets another distance?",
   "options": [
    "15 feet",
    "50 feet",
    "30 feet",
    "20 feet"
   ],
   "correct": 1,
   "explanation": "Parking within 50 feet of a railroad crossing is against Florida law (F.S. 316.1945)."
  },
  {
   "id": "FL-015",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "You are 20 and have no earlier suspension. A Florida officer stops you, and your breath test shows 0.03. For how long is your license suspended under the zero tolerance law?",
   "options": [
    "30 days",
    "3 months",
    "6 months",
    "1 year"
   ],
   "correct": 2,
   "explanation": "A first suspension of a driver under 21 with a level of 0.02 or higher lasts six months (F.S. 322.2616). A second one lasts one year."
  },
  {
   "id": "FL-016",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You hold a Florida driver license and move to another home in Florida. Within how many days must you get a license that shows the new address?",
   "options": [
    "30 days",
    "10 days",
    "45 days",
    "60 days"
   ],
   "correct": 0,
   "explanation": "A driver must obtain a new license within 30 calendar days of a change of address (F.S. 322.19). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-017",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "A Florida city wants a lower speed limit on local streets of a residence district. Which limits may it set after an investigation?",
   "options": [
    "10 or 15 mph",
    "20 or 25 mph",
    "15 or 20 mph",
    "5 or 10 mph"
   ],
   "correct": 1,
   "explanation": "The general maximum in a city is 30 mph. In a residence district a city may set 20 or 25 mph after an investigation (F.S. 316.189(1))."
  },
  {
   "id": "FL-018",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "A Florida fire truck answers an alarm with its siren on and has passed you. How far behind it must you stay at least?",
   "options": [
    "200 feet",
    "150 feet",
    "300 feet",
    "500 feet"
   ],
   "correct": 3,
   "explanation": "A driver may not follow a fire truck that answers an alarm closer than 500 feet (F.S. 316.2025). The driver also may not park in the block where it has stopped."
  },
  {
   "id": "FL-019",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "It is a clear day. Lumber reaches 5 feet beyond the rear of your pickup's bed. How large must the red flags on the load be at least in Florida?",
   "options": [
    "6 inches square",
    "12 inches square",
    "18 inches square",
    "24 inches square"
   ],
   "correct": 2,
   "explanation": "By day, a load that reaches more than 4 feet beyond the rear must carry red flags at least 18 inches square (F.S. 316.228(1))."
  },
  {
   "id": "FL-020",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "You are convicted of DUI in Florida for the first time. Nobody was hurt. For how long must the court revoke your license at least?",
   "options": [
    "180 days",
    "30 days",
    "90 days",
    "2 years"
   ],
   "correct": 0,
   "explanation": "After a first DUI conviction the court revokes the license for at least 180 days and at most one year (F.S. 322.28(2)(a))."
  },
  {
   "id": "FL-021",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You are 16. How much supervised driving must an adult certify before you can get a regular Florida license?",
   "options": [
    "30 hours, 5 of them at night",
    "40 hours, 10 of them at night",
    "70 hours, 15 of them at night",
    "50 hours, 10 of them at night"
   ],
   "correct": 3,
   "explanation": "The adult certifies at least 50 hours of driving, at least 10 of them at night (F.S. 322.05(3)). As of 2025, the statute states this."
  },
  {
   "id": "FL-022",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "A friend drives you in a private car in Florida. You are 30 and want to drink a beer on the way. Where in the car may you drink it?",
   "options": [
    "In the front passenger seat",
    "In no seat of the car",
    "In the back seat only",
    "In any seat except the driver's"
   ],
   "correct": 1,
   "explanation": "A passenger in a vehicle may not possess an open container of alcohol or drink from it while the vehicle is operated (F.S. 316.1936(2)). Vehicles for paid transport and motor homes are exempt."
  },
  {
   "id": "FL-023",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "A two-lane Florida road is posted at 55 mph. A police car with flashing lights stands at the roadside. To which speed must you slow down?",
   "options": [
    "35 mph",
    "45 mph",
    "40 mph",
    "50 mph"
   ],
   "correct": 0,
   "explanation": "On a two-lane road you slow to 20 mph below the posted limit (F.S. 316.126). With a limit of 55 mph, this is 35 mph."
  },
  {
   "id": "FL-024",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "You want to park on a Florida state highway at noon near a rural mailbox. How far from it must you stay at least?",
   "options": [
    "10 feet",
    "15 feet",
    "30 feet",
    "20 feet"
   ],
   "correct": 2,
   "explanation": "Between 8 a.m. and 6 p.m. nobody may park within 30 feet of a rural mailbox on a state highway (F.S. 316.1965)."
  },
  {
   "id": "FL-025",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "You are 35 and talk on a cell phone that you hold to your ear while your car moves. There is no emergency. Where is this unlawful in Florida?",
   "options": [
    "In a designated school zone",
    "On any toll road or turnpike",
    "On every interstate highway in the state",
    "In any residence district"
   ],
   "correct": 0,
   "explanation": "In a school zone, a school crossing or an active work zone a driver may not hold a phone (F.S. 316.306(3)). As of 2024, the section names only these places."
  },
  {
   "id": "FL-026",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "Since July 2025 very fast driving is a crime in Florida even if it endangers no one. By how much must you exceed the speed limit for this at least?",
   "options": [
    "By 20 mph",
    "By 30 mph",
    "By 50 mph",
    "By 40 mph"
   ],
   "correct": 2,
   "explanation": "Exceeding the limit by 50 mph or more is the crime of dangerous excessive speeding (F.S. 316.1922). As of July 2025, a first conviction can bring 30 days in jail."
  },
  {
   "id": "FL-027",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "It is midday. In which weather must your car's lights be on while you drive on a Florida highway?",
   "options": [
    "When earlier rain has left the road wet",
    "When clouds fully cover the sun",
    "When the air is cooler than 40 degrees",
    "In any rain, smoke or fog"
   ],
   "correct": 3,
   "explanation": "Lights must be on from sunset to sunrise and during any rain, smoke or fog (F.S. 316.217(1))."
  },
  {
   "id": "FL-028",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "For how many years does a DUI conviction stay on a Florida driving record?",
   "options": [
    "7 years",
    "75 years",
    "10 years",
    "25 years"
   ],
   "correct": 1,
   "explanation": "A DUI conviction remains on the driving record for 75 years. As of August 2023, the official Florida handbook states this (chapter 4)."
  },
  {
   "id": "FL-029",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You are 17 and hold a Florida Class E license. What is the smallest number of points within 12 months that restricts you to driving for business purposes?",
   "options": [
    "9 points",
    "8 points",
    "12 points",
    "6 points"
   ],
   "correct": 3,
   "explanation": "A driver under 18 who collects six or more points within 12 months may drive for business purposes only (F.S. 322.161). As of August 2023, the official handbook says that this lasts one year."
  },
  {
   "id": "FL-030",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "You have a crash in a Florida city. Nobody is hurt. From which apparent damage on must you notify the police at once?",
   "options": [
    "$2,000",
    "$500",
    "$1,000",
    "$1,500"
   ],
   "correct": 1,
   "explanation": "A driver immediately notifies the local police of a crash with apparent damage of at least $500 (F.S. 316.065(1)). Any injury or death also calls for notice."
  },
  {
   "id": "FL-031",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "You carry your own child in your car in Florida. From which age on may a booster seat take the place of a safety seat?",
   "options": [
    "2 years",
    "4 years",
    "5 years",
    "6 years"
   ],
   "correct": 1,
   "explanation": "Children under 4 ride in a safety seat. From the age of 4 a booster seat is also lawful (F.S. 316.613). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-032",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "What is the standard speed limit in a Florida school zone during the times when it is in force?",
   "options": [
    "30 mph",
    "15 mph",
    "20 mph",
    "25 mph"
   ],
   "correct": 2,
   "explanation": "The standard limit in a school zone is 20 mph. As of August 2023, the official Florida handbook states this (chapter 7)."
  },
  {
   "id": "FL-033",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "Three years after your first DUI conviction in Florida you commit a second DUI, and a court convicts you. Nobody was hurt. For how long must your license be revoked at least?",
   "options": [
    "5 years",
    "1 year",
    "2 years",
    "10 years"
   ],
   "correct": 0,
   "explanation": "A second conviction for an offense within five years of the first conviction revokes the license for at least five years (F.S. 322.28(2)(a))."
  },
  {
   "id": "FL-034",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "You hold a Florida license and collect 12 points within 12 months. Which suspension does the official state handbook name for this?",
   "options": [
    "10 days",
    "3 months",
    "1 year",
    "30 days"
   ],
   "correct": 3,
   "explanation": "The official handbook of August 2023 names a suspension of 30 days for 12 points within 12 months (F.S. 322.27). Eighteen points within 18 months bring three months."
  },
  {
   "id": "FL-035",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "In Florida a public transit bus ahead of you signals to re-enter traffic from its marked pullout bay. You travel in the same direction. Who has the right-of-way?",
   "options": [
    "You, as you are already in the lane",
    "You, unless the bus shows red lights",
    "The bus, so you must yield to it",
    "Whoever reaches the end of the bay first"
   ],
   "correct": 2,
   "explanation": "Drivers yield to a public transit bus that travels in the same direction and has signaled to leave a designated pullout bay (F.S. 316.0815)."
  },
  {
   "id": "FL-036",
   "type": "state",
   "state": "FL",
   "category": "parkingAndEquipment",
   "question": "You are 25 and want to ride a motorcycle in Florida without a helmet. How much medical insurance cover for your injuries must you carry at least?",
   "options": [
    "$15,000",
    "$25,000",
    "$50,000",
    "$10,000"
   ],
   "correct": 3,
   "explanation": "A rider aged 21 or older may ride without a helmet only with at least $10,000 of medical benefits (F.S. 316.211). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-037",
   "type": "state",
   "state": "FL",
   "category": "speedLimits",
   "question": "An officer stops you for driving 15 mph over the limit in a Florida school zone while its limit is in force. How does the fine compare with the usual one?",
   "options": [
    "It is tripled",
    "It is doubled",
    "It stays the same",
    "It is reduced by half"
   ],
   "correct": 1,
   "explanation": "Fines double for speeding in a school zone or construction zone. As of August 2023, the official Florida handbook states this (chapter 3)."
  },
  {
   "id": "FL-038",
   "type": "state",
   "state": "FL",
   "category": "licensing",
   "question": "In August 2026 you take the Class E knowledge exam in Florida. How many of its 50 questions must you answer correctly to pass?",
   "options": [
    "40 questions",
    "35 questions",
    "38 questions",
    "45 questions"
   ],
   "correct": 0,
   "explanation": "To pass, an applicant answers 40 of 50 questions correctly, which is 80 percent. As of August 2026, the state's exam page states this."
  },
  {
   "id": "FL-039",
   "type": "state",
   "state": "FL",
   "category": "alcoholLaws",
   "question": "You are 40. Your license was suspended once before for refusing a DUI test. You refuse again after a lawful DUI arrest in Florida. How long is the suspension now?",
   "options": [
    "6 months",
    "12 months",
    "18 months",
    "5 years"
   ],
   "correct": 2,
   "explanation": "A second refusal suspends the license for 18 months and is a first degree misdemeanor (F.S. 316.1932 and 316.1939). As of August 2023, the official handbook states this."
  },
  {
   "id": "FL-040",
   "type": "state",
   "state": "FL",
   "category": "trafficLaws",
   "question": "You follow a slow truck on a two-lane Florida road. Within which distance before a railroad crossing may you not pass it on the left?",
   "options": [
    "100 feet",
    "50 feet",
    "200 feet",
    "300 feet"
   ],
   "correct": 0,
   "explanation": "Passing on the left is not allowed within 100 feet of an intersection, bridge, viaduct, tunnel or railroad crossing (F.S. 316.087)."
  }
 ]
}

"""##
