// Written by tools/bank from schemas/bank/states/AZ.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/AZ.json: 21494 bytes.
    static let AZText = BankText(sha256: "8a858a680efeb45812314f84d2e6ebc8ba757c02c9d911310bf875239b90f26d", text: AZFile)

    /// Read when it is first asked for, and kept.
    static let AZ = AZText.bank
}

private let AZFile = ##"""
{
 "daybookBank": 1,
 "state": "AZ",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "AZ-001",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You are 16 and drive with a Class G instruction permit in Arizona. How old must the licensed driver in the seat beside you be at least?",
   "options": [
    "18 years",
    "19 years",
    "21 years",
    "20 years"
   ],
   "correct": 2,
   "explanation": "As of June 2026, the MVD teen driver guide requires a licensed driver of 21 or older in the seat beside a permit holder."
  },
  {
   "id": "AZ-002",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "You carry a paying rider in your own car for a ride-hailing company. What is the lowest alcohol concentration at which driving is then unlawful in itself?",
   "options": [
    "0.02",
    "0.06",
    "0.08",
    "0.04"
   ],
   "correct": 3,
   "explanation": "A.R.S. 28-1381(A)(5) sets the limit at 0.04 for drivers of vehicles for hire and of transportation network companies. For most other adult drivers the limit is 0.08."
  },
  {
   "id": "AZ-003",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "You will turn right at the next corner in Arizona. Over at least what distance before the turn must you signal?",
   "options": [
    "100 feet",
    "250 feet",
    "150 feet",
    "200 feet"
   ],
   "correct": 0,
   "explanation": "A.R.S. 28-754(B) requires a continuous signal during at least the last 100 feet before the turn. The state manual of March 2026 repeats this distance."
  },
  {
   "id": "AZ-004",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "School is in session, and the portable signs stand in the road at a school crossing. What is the maximum speed between the first sign and the crossing?",
   "options": [
    "10 mph",
    "20 mph",
    "15 mph",
    "25 mph"
   ],
   "correct": 2,
   "explanation": "The Arizona Driver License Manual of March 2026 gives 15 mph from the first sign to past the school crossing sign. A.R.S. 28-701(B)(1) also uses 15 mph."
  },
  {
   "id": "AZ-005",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "No sign or marking sets another rule. How far from a fire hydrant must you park at least in Arizona?",
   "options": [
    "5 feet",
    "15 feet",
    "10 feet",
    "12 feet"
   ],
   "correct": 1,
   "explanation": "The Arizona Driver License Manual of March 2026 forbids parking within 15 feet of a fire hydrant. A.R.S. 28-873 lists the forbidden places."
  },
  {
   "id": "AZ-006",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You are 16 and have held your Class G license for two months. A court convicts you for the first time of breaking its night rule. By how long are the Class G restrictions extended?",
   "options": [
    "120 days",
    "60 days",
    "90 days",
    "30 days"
   ],
   "correct": 3,
   "explanation": "As of June 2026, the MVD teen driver guide extends the restrictions by 30 days after a first conviction. The fine is at most $75."
  },
  {
   "id": "AZ-007",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "You are 30 and drove your own car. Up to how long after driving does a concentration of 0.08 from earlier drinking count as DUI in Arizona?",
   "options": [
    "2 hours",
    "1 hour",
    "3 hours",
    "6 hours"
   ],
   "correct": 0,
   "explanation": "A.R.S. 28-1381(A)(2) forbids a concentration of 0.08 or more within two hours of driving. The alcohol must come from drinking before or during the drive."
  },
  {
   "id": "AZ-008",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "A police car with its emergency lights and siren on responds to a call ahead of you. What is the least distance you must keep behind it?",
   "options": [
    "100 feet",
    "150 feet",
    "300 feet",
    "200 feet"
   ],
   "correct": 2,
   "explanation": "The Arizona Driver License Manual of March 2026 requires 300 feet behind such a police vehicle. Behind a fire vehicle the distance is 500 feet (A.R.S. 28-775)."
  },
  {
   "id": "AZ-009",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "You drive on a street in a residential district in Arizona, and no sign shows a speed limit. Above which speed is your speed presumed to be too great?",
   "options": [
    "25 mph",
    "40 mph",
    "30 mph",
    "35 mph"
   ],
   "correct": 0,
   "explanation": "Under A.R.S. 28-701(B)(2) any speed above 25 mph in a business or residential district is prima facie evidence of an unreasonable speed. The state manual of March 2026 also names 25 mph."
  },
  {
   "id": "AZ-010",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "You want to park before a stop sign at the side of an Arizona road. How far on the approach to the sign must you stay away at least?",
   "options": [
    "10 feet",
    "30 feet",
    "15 feet",
    "20 feet"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-873 forbids parking within 30 feet on the approach to a stop sign, yield sign, flashing beacon or traffic signal."
  },
  {
   "id": "AZ-011",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "A court reports your conviction for ordinary speeding to the Arizona MVD. How many points go on your driving record?",
   "options": [
    "6 points",
    "4 points",
    "3 points",
    "8 points"
   ],
   "correct": 2,
   "explanation": "As of March 2026, the Arizona Driver License Manual lists 3 points for speeding. Most other moving violations cost 2 points."
  },
  {
   "id": "AZ-012",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "You are 30 and drive your own car with an alcohol concentration of 0.05. When does Arizona law make this a DUI?",
   "options": [
    "When a crash with an injury follows the drink",
    "When the alcohol impairs you in the slightest",
    "When you have an earlier DUI on your record",
    "When a child sits in the front seat of the car"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-1381(A)(1) forbids driving while alcohol impairs a person to the slightest degree. This rule names no concentration."
  },
  {
   "id": "AZ-013",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "A school bus coming toward you stops to let children off, with its signals on. A two-way left-turn lane lies between you. What must you do?",
   "options": [
    "Drive past at no more than 15 mph",
    "Drive on, because the road counts as divided",
    "Stop before you reach the bus",
    "Slow down and sound your horn once"
   ],
   "correct": 2,
   "explanation": "A.R.S. 28-857 does not treat the lanes beside a two-way left-turn lane as separate roadways. So you must stop as on an undivided road."
  },
  {
   "id": "AZ-014",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "You approach a school crossing. Above which speed does Arizona law make your speeding a crime, a class 3 misdemeanor?",
   "options": [
    "15 mph",
    "25 mph",
    "45 mph",
    "35 mph"
   ],
   "correct": 3,
   "explanation": "A.R.S. 28-701.02 makes it a class 3 misdemeanor to exceed 35 mph approaching a school crossing. The ordinary limit there is 15 mph."
  },
  {
   "id": "AZ-015",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "How far from a railroad crossing must you park at least in Arizona?",
   "options": [
    "15 feet",
    "25 feet",
    "35 feet",
    "50 feet"
   ],
   "correct": 3,
   "explanation": "The Arizona Driver License Manual of March 2026 forbids parking within 50 feet of a railroad crossing."
  },
  {
   "id": "AZ-016",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You are 16 and got your Class G license two months ago. You may not drive alone at night to see a friend. Which hours does this night rule cover?",
   "options": [
    "Midnight to 5 a.m.",
    "10 p.m. to 4 a.m.",
    "11 p.m. to 5 a.m.",
    "10 p.m. to 6 a.m."
   ],
   "correct": 0,
   "explanation": "As of June 2026, the MVD teen driver guide forbids driving from midnight to 5 a.m. without a licensed guardian in the next seat. A.R.S. 28-3174 contains the Class G restrictions."
  },
  {
   "id": "AZ-017",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "You are 19 and drive after drinking. What is the lowest alcohol level for which Arizona may suspend your license?",
   "options": [
    "Any alcohol at all",
    "A level of 0.02",
    "A level of 0.04",
    "A level of 0.08"
   ],
   "correct": 0,
   "explanation": "The Arizona Driver License Manual of March 2026 warns drivers under 21 of a suspension for any alcohol concentration. Its heading is zero tolerance."
  },
  {
   "id": "AZ-018",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "You are 30 and drive in moving traffic. How may you make a voice call on your phone?",
   "options": [
    "With the phone between ear and shoulder",
    "Through an earpiece or a wrist device",
    "With the phone in hand on loudspeaker",
    "With the phone lying on one of your legs"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-914(A) forbids a driver to hold a phone or support it with any part of the body. It allows voice calls with an earpiece, a headphone device or a device on the wrist."
  },
  {
   "id": "AZ-019",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "You drive in a business district in Arizona where no sign shows a limit. Above which speed does your speeding become a crime, a class 3 misdemeanor?",
   "options": [
    "25 mph",
    "35 mph",
    "55 mph",
    "45 mph"
   ],
   "correct": 3,
   "explanation": "Where no limit is posted in a business or residential district, A.R.S. 28-701.02(A)(2) makes it a misdemeanor to exceed 45 mph. This is the text of 2026."
  },
  {
   "id": "AZ-020",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "You drive at night with high beams on. At which distances must you use low beams for others in Arizona?",
   "options": [
    "300 feet from oncoming, 100 feet behind others",
    "500 feet from oncoming, 200 feet behind others",
    "500 feet from oncoming, 300 feet behind others",
    "1,000 feet from oncoming, 500 feet behind others"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-942 requires low beams within 500 feet of an oncoming vehicle. Behind another vehicle the distance is 200 feet."
  },
  {
   "id": "AZ-021",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You are 16 and have held your Class G license for two months. There is no emergency. Which use of your phone does Arizona allow while you drive?",
   "options": [
    "A hands-free call to one of your parents",
    "A short text message at low speed",
    "A voice message recorded for a friend",
    "Spoken directions from a navigation system"
   ],
   "correct": 3,
   "explanation": "As of June 2026, the MVD teen driver guide forbids wireless devices for these drivers. It excepts emergencies and an audible navigation system."
  },
  {
   "id": "AZ-022",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "What is the lowest alcohol concentration at which Arizona calls a driver's offense an extreme DUI?",
   "options": [
    "0.10",
    "0.12",
    "0.20",
    "0.15"
   ],
   "correct": 3,
   "explanation": "The Arizona Driver License Manual of March 2026 applies the extreme DUI category from a concentration of 0.15."
  },
  {
   "id": "AZ-023",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "You want to pass a slow truck on a two-way road with one lane each way. From which distance before an intersection must you stay on your side of the road?",
   "options": [
    "100 feet",
    "50 feet",
    "75 feet",
    "25 feet"
   ],
   "correct": 0,
   "explanation": "A.R.S. 28-726(A)(2) forbids driving on the left side within 100 feet of an intersection. The state manual of March 2026 gives the same distance for passing."
  },
  {
   "id": "AZ-024",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "A sign on a rural Arizona freeway shows 75 mph. Above which speed does your speeding become a crime, a class 3 misdemeanor?",
   "options": [
    "80 mph",
    "85 mph",
    "95 mph",
    "90 mph"
   ],
   "correct": 2,
   "explanation": "Outside business and residential districts, A.R.S. 28-701.02 forbids more than 20 mph over the posted limit as a misdemeanor. This is the text as of August 2026."
  },
  {
   "id": "AZ-025",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "Signs are posted on the side of the street opposite the entrance of a fire station. Within which distance of the entrance does Arizona law forbid parking there?",
   "options": [
    "20 feet",
    "75 feet",
    "30 feet",
    "50 feet"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-873 forbids parking within 75 feet of the entrance on the opposite side where signs are posted. On the station's side the distance is 20 feet from the driveway."
  },
  {
   "id": "AZ-026",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You get a motorcycle instruction permit in Arizona. For how long is it valid?",
   "options": [
    "7 months",
    "3 months",
    "6 months",
    "24 months"
   ],
   "correct": 0,
   "explanation": "As of March 2026, the Arizona Driver License Manual gives the motorcycle permit 7 months. The MVD renews it only once within 24 months."
  },
  {
   "id": "AZ-027",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "An officer arrests you for DUI, and you refuse the alcohol test. It is your first refusal. For how long do you automatically lose your driving privilege?",
   "options": [
    "90 days",
    "6 months",
    "24 months",
    "12 months"
   ],
   "correct": 3,
   "explanation": "As of March 2026, the Arizona Driver License Manual gives 12 months for a first refusal. A second refusal within 84 months costs 24 months."
  },
  {
   "id": "AZ-028",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "You drive around a barricade into a flooded street and must be rescued. What is the most you may have to pay for the emergency response to this one incident?",
   "options": [
    "$500",
    "$1,000",
    "$2,000",
    "$1,500"
   ],
   "correct": 2,
   "explanation": "A.R.S. 28-910 makes such a driver liable for the emergency response. As of August 2026, it limits this liability to $2,000 for one incident."
  },
  {
   "id": "AZ-029",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "You drive a truck with a declared gross weight above 26,000 pounds on a freeway signed 75 mph. No sign sets a special limit for trucks. What is your maximum speed?",
   "options": [
    "55 mph",
    "65 mph",
    "70 mph",
    "75 mph"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-709(A) limits such trucks to 65 mph. A lower posted limit goes before it, and the department may allow these vehicles more by signs. This is the text of 2022."
  },
  {
   "id": "AZ-030",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "An adult sits beside you without a seat belt. When may an Arizona officer stop you and write a ticket for this?",
   "options": [
    "Whenever the officer sees the missing belt",
    "When there is cause to suspect another violation",
    "When you drive on a freeway at 55 mph",
    "When the passenger is younger than 21"
   ],
   "correct": 1,
   "explanation": "Under A.R.S. 28-909 an officer needs reasonable cause to believe that there is another motor vehicle violation. This is the text as of August 2026."
  },
  {
   "id": "AZ-031",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "You have an Arizona license and move to another apartment in the same city. Within how many days must you tell the MVD?",
   "options": [
    "15 days",
    "20 days",
    "10 days",
    "30 days"
   ],
   "correct": 2,
   "explanation": "As of March 2026, the Arizona Driver License Manual says that the law gives you 10 days to report a new name or address."
  },
  {
   "id": "AZ-032",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "You have no earlier DUI and hold a valid license. A DUI becomes an aggravated DUI in Arizona when a young passenger is in the vehicle. How young?",
   "options": [
    "Under 12",
    "Under 15",
    "Under 16",
    "Under 18"
   ],
   "correct": 1,
   "explanation": "The Arizona Driver License Manual of March 2026 lists a DUI with a person under 15 in the vehicle as aggravated DUI."
  },
  {
   "id": "AZ-033",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "A court reports your conviction for running a red light to the Arizona MVD. What must the MVD then order?",
   "options": [
    "A new road test in your own car",
    "A 30-day license suspension",
    "A new written knowledge test",
    "Traffic Survival School"
   ],
   "correct": 3,
   "explanation": "The Arizona Driver License Manual of March 2026 says that the law makes the MVD order Traffic Survival School for every reported red light conviction."
  },
  {
   "id": "AZ-034",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "A motorcyclist on a city street with two lanes in each direction and a limit of 35 mph rides between stopped cars to the front. What is the highest speed Arizona law allows for this?",
   "options": [
    "30 mph",
    "15 mph",
    "20 mph",
    "25 mph"
   ],
   "correct": 1,
   "explanation": "A.R.S. 28-903(F) allows a two-wheeled motorcycle to pass stopped vehicles this way at up to 15 mph. The street's limit must be 45 mph or less."
  },
  {
   "id": "AZ-035",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "The driver of a car in Arizona must see to it that every passenger below a certain age buckles up, in front and in back. Below which age?",
   "options": [
    "12",
    "14",
    "18",
    "16"
   ],
   "correct": 3,
   "explanation": "As of March 2026, the Arizona Driver License Manual makes the driver require belts of all passengers under 16. Small children need a child restraint system (A.R.S. 28-907)."
  },
  {
   "id": "AZ-036",
   "type": "state",
   "state": "AZ",
   "category": "licensing",
   "question": "What is the lowest number of violation points within 12 months that leads to Traffic Survival School or a possible suspension in Arizona?",
   "options": [
    "8 points",
    "14 points",
    "10 points",
    "12 points"
   ],
   "correct": 0,
   "explanation": "As of March 2026, the Arizona Driver License Manual sets this limit at 8 points in any 12-month period. The MVD may suspend a driver who skips the school."
  },
  {
   "id": "AZ-037",
   "type": "state",
   "state": "AZ",
   "category": "alcoholLaws",
   "question": "Your private SUV has no trunk. In which place may you carry an opened bottle of wine on an Arizona street?",
   "options": [
    "In the unlocked glove compartment",
    "On the floor under your own seat",
    "Behind the last upright seat",
    "On the rear seat beside a passenger"
   ],
   "correct": 2,
   "explanation": "The law forbids an open container in the passenger compartment (A.R.S. 4-251). In a vehicle with no trunk, the area behind the last upright seat is outside that compartment."
  },
  {
   "id": "AZ-038",
   "type": "state",
   "state": "AZ",
   "category": "trafficLaws",
   "question": "You overtake a bicyclist who rides in your direction. What is the least safe distance Arizona law lets you leave between your car and the bicycle?",
   "options": [
    "1 foot",
    "2 feet",
    "5 feet",
    "3 feet"
   ],
   "correct": 3,
   "explanation": "A.R.S. 28-735(A) requires at least 3 feet until your vehicle is safely past the bicycle."
  },
  {
   "id": "AZ-039",
   "type": "state",
   "state": "AZ",
   "category": "speedLimits",
   "question": "You come up behind a tractor that bears the orange triangle for slow-moving vehicles. What is the highest speed at which this vehicle can lawfully travel?",
   "options": [
    "25 mph",
    "30 mph",
    "35 mph",
    "45 mph"
   ],
   "correct": 0,
   "explanation": "The Arizona Driver License Manual of March 2026 limits a vehicle with the slow-moving vehicle sign to 25 mph."
  },
  {
   "id": "AZ-040",
   "type": "state",
   "state": "AZ",
   "category": "parkingAndEquipment",
   "question": "You put tint film on the front side windows of your car. Apart from a tolerance of 3 points, which share of light does Arizona law name for glass and film together?",
   "options": [
    "20 percent",
    "27 percent",
    "33 percent",
    "70 percent"
   ],
   "correct": 2,
   "explanation": "A.R.S. 28-959.01 names a light transmission of 33 percent, plus or minus 3 percent, for front side windows with such material."
  }
 ]
}

"""##
