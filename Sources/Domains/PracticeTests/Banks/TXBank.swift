// Written by tools/bank from schemas/bank/states/TX.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/TX.json: 25342 bytes.
    static let TXText = BankText(sha256: "fac557a51adbbaf6503a313ef3d9263b2a7ea3acf043c7f8fe110d165c85e17e", text: TXFile)

    /// Read when it is first asked for, and kept.
    static let TX = TXText.bank
}

private let TXFile = ##"""
{
 "daybookBank": 1,
 "state": "TX",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "TX-001",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "You are 40, arrested for DWI in Texas with a clean record, and your breath test shows 0.10. For how long is your license suspended for failing the test?",
   "options": [
    "Two years",
    "10 days",
    "30 days",
    "90 days"
   ],
   "correct": 3,
   "explanation": "Transportation Code 524.022 sets 90 days for an adult with no alcohol-related or drug-related enforcement contact in the past 10 years. With such a contact it is one year. A criminal court may give other penalties."
  },
  {
   "id": "TX-002",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "Which child must ride in a child safety seat or booster in a car in Texas?",
   "options": [
    "An 8-year-old who is 4 feet 4 inches tall",
    "A 7-year-old who is 4 feet 11 inches tall",
    "A 7-year-old who is 4 feet 2 inches tall",
    "A 9-year-old who is 4 feet 5 inches tall"
   ],
   "correct": 2,
   "explanation": "As of January 2026, a child under 8 rides in a child car seat (Transportation Code 545.412). The rule ends when the child is taller than 4 feet 9 inches. Older children wear a safety belt."
  },
  {
   "id": "TX-003",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "You hold a Texas driver license and move from one Texas city to another. When must you report your new address to the Department of Public Safety?",
   "options": [
    "Only when the license next expires or is lost",
    "Within six months after the move",
    "Within 72 hours after the move",
    "Within 30 days after the move"
   ],
   "correct": 3,
   "explanation": "The Texas Driver Handbook (January 2026, Chapter 1) asks you to report a change of address to the Department of Public Safety within 30 days."
  },
  {
   "id": "TX-004",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "You drive through an alley behind shops in a Texas urban district and see no limit posted. What is the prima facie limit?",
   "options": [
    "30 mph",
    "15 mph",
    "25 mph",
    "20 mph"
   ],
   "correct": 1,
   "explanation": "Transportation Code 545.352 sets 15 mph for an alley in an urban district. A street there has 30 mph."
  },
  {
   "id": "TX-005",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "You are 30 and drive through a Texas school zone where the reduced limit is in effect and signs ban phones. The city has no stricter rule. How does state law let you make an ordinary phone call?",
   "options": [
    "With a hands-free device, or with the vehicle stopped",
    "With the phone in your hand, if no child is in sight",
    "Not by any means, even with the vehicle stopped",
    "With the phone in your hand, if you stay below 20 mph"
   ],
   "correct": 0,
   "explanation": "Transportation Code 545.425 forbids a driver to use a wireless device in a school crossing zone. It allows the device if the vehicle is stopped or the device is used hands-free."
  },
  {
   "id": "TX-006",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "You are 19 and drive in Texas after one beer. From what amount of alcohol in your system do you commit an offense?",
   "options": [
    "Any detectable amount at all",
    "An alcohol concentration of 0.05",
    "An alcohol concentration of 0.02",
    "An alcohol concentration of 0.08"
   ],
   "correct": 0,
   "explanation": "As of January 2026, a person under 21 with any detectable amount of alcohol in the system may not drive in a public place. This is an offense under Alcoholic Beverage Code 106.041."
  },
  {
   "id": "TX-007",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "You park on a downhill street in Texas, set the parking brake and take the key with you. What else does the law ask for?",
   "options": [
    "Hazard lights left on while the car is parked",
    "Front wheels turned to the curb or side of the road",
    "A block placed behind one of the rear wheels",
    "Front wheels turned straight along the road"
   ],
   "correct": 1,
   "explanation": "You turn the front wheels to the curb or side of the road when you leave a car on a grade (Texas Driver Handbook, Chapter 7). A car that starts to roll then leaves the roadway."
  },
  {
   "id": "TX-008",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "You practice with a Texas learner license. What does the law ask of the person who supervises you from the seat beside you?",
   "options": [
    "A license for that vehicle and an age of 18 or over, with no set driving experience",
    "A license for that vehicle, an age of 25 or over and five years of driving experience",
    "A license for that vehicle, an age of 21 or over and a year of driving experience",
    "No license, as long as the person is your parent, grandparent or legal guardian"
   ],
   "correct": 2,
   "explanation": "As of January 2024, Transportation Code 521.222 asks for a person of 21 or older who sits by the driver. This person holds a license for that type of vehicle and has at least one year of driving experience."
  },
  {
   "id": "TX-009",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "You are cited for driving 52 mph where the Texas prima facie limit is 40 mph. What does a speed above such a limit count as?",
   "options": [
    "Nothing, unless other traffic was close to you",
    "Evidence that your speed was not reasonable and prudent",
    "A reason for a warning only, until you cause a crash",
    "Proof of reckless driving, which you cannot dispute"
   ],
   "correct": 1,
   "explanation": "A speed above the limit is prima facie evidence that it was not reasonable and prudent and that it was unlawful (Transportation Code 545.352(a)). Even below the limit, 545.351 asks for a speed that fits the conditions."
  },
  {
   "id": "TX-010",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "A patrol car is stopped on the shoulder with its emergency lights flashing. The posted limit is 65 mph and you cannot change lanes. How fast may you pass it in Texas?",
   "options": [
    "45 mph at most",
    "55 mph at most",
    "65 mph at most",
    "60 mph at most"
   ],
   "correct": 0,
   "explanation": "Transportation Code 545.157 asks you to leave the lane next to the stopped vehicle or to slow to 20 mph below the posted limit. Here that is 45 mph."
  },
  {
   "id": "TX-011",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "From what alcohol concentration does Texas law treat a 35-year-old driver of a private car as intoxicated, however well the person seems to drive?",
   "options": [
    "0.15",
    "0.04",
    "0.10",
    "0.08"
   ],
   "correct": 3,
   "explanation": "Penal Code 49.01 counts an alcohol concentration of 0.08 or more as intoxicated. It also counts a person who does not have the normal use of mental or physical faculties. Either one is enough."
  },
  {
   "id": "TX-012",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "No sign applies, and you do not stop for a passenger. What is the shortest lawful distance between your parked car and a fire hydrant in Texas?",
   "options": [
    "50 feet",
    "25 feet",
    "100 feet",
    "15 feet"
   ],
   "correct": 3,
   "explanation": "Transportation Code 545.302 forbids standing or parking within 15 feet of a fire hydrant, except momentarily to pick up or let out a passenger."
  },
  {
   "id": "TX-013",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "For how long is the driver license of an 86-year-old Texan good when it is renewed?",
   "options": [
    "Two years",
    "Eight years",
    "One year",
    "Four years"
   ],
   "correct": 0,
   "explanation": "The Department of Public Safety issues a two-year license to a driver of 85 or older (Transportation Code 521.2711). Drivers of 79 or older renew in person."
  },
  {
   "id": "TX-014",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "On a clear day in Texas you drive far below the limit with no reason and hold up a line of cars. Which statement is true?",
   "options": [
    "You break the law only if you are below half of the limit",
    "You are within the law, since only high speed is restricted",
    "You break the law by impeding the normal movement of traffic",
    "You are within the law as long as your hazard lights flash all the time"
   ],
   "correct": 2,
   "explanation": "Transportation Code 545.363 forbids driving so slowly that you impede the normal and reasonable movement of traffic. A low speed is allowed if it is needed for safe operation or to comply with the law."
  },
  {
   "id": "TX-015",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "On a Texas road whose two directions are divided only by a center left-turn lane, an oncoming school bus stops with red lights flashing. What must you do?",
   "options": [
    "Slow to 20 mph and pass with caution",
    "Stop only if children are in your lane",
    "Stop before you reach the bus and wait",
    "Go on, as the turn lane separates you"
   ],
   "correct": 2,
   "explanation": "Traffic from both directions stops, and a left-turn lane alone does not make separate roadways (Transportation Code 545.066). You go when the bus moves, its driver signals you to proceed or its signals are off."
  },
  {
   "id": "TX-016",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "A 20-year-old is convicted for the first time in Texas of driving with a detectable amount of alcohol. How much community service must the court order?",
   "options": [
    "2 to 8 hours",
    "100 to 120 hours",
    "20 to 40 hours",
    "150 to 200 hours"
   ],
   "correct": 2,
   "explanation": "As of 2024, Alcoholic Beverage Code 106.041 orders 20 to 40 hours of community service for a first conviction. A later conviction brings 40 to 60 hours."
  },
  {
   "id": "TX-017",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "A healthy adult sits in the rear seat of a passenger car in Texas. The seat has a safety belt, and no exception applies. What does the law say?",
   "options": [
    "The adult may choose, as the seat is in the rear row",
    "The adult must wear the belt on every trip",
    "The adult must wear it only if the driver is under 18",
    "The adult must wear it only on highways"
   ],
   "correct": 1,
   "explanation": "As of January 2026, the driver and all passengers of a passenger vehicle use the safety belts (Texas Driver Handbook, Chapter 14). Age and seat make no difference."
  },
  {
   "id": "TX-018",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "You are a Texas teenager with a learner license. What is the earliest you can normally be issued a provisional license?",
   "options": [
    "At 15, with the learner license held for six months",
    "At 16, with the learner license held for six months",
    "At 17, with the learner license held for a full year",
    "At 16, with the learner license held for one month"
   ],
   "correct": 1,
   "explanation": "As of November 2024, you are at least 16 and have held a learner license for six months (Transportation Code 521.204). You also complete driver education and pass a driving test."
  },
  {
   "id": "TX-019",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "You are caught speeding in a Texas highway construction zone that is marked as required. When is the range of fines doubled?",
   "options": [
    "When a lane has been closed",
    "When it is dark",
    "When it is a weekday",
    "When workers are present"
   ],
   "correct": 3,
   "explanation": "Fines double in a construction or maintenance work zone when workers are present (Texas Driver Handbook, January 2026, Chapter 5)."
  },
  {
   "id": "TX-020",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "Over what distance before a turn, at the least, does Texas law require you to signal without a break?",
   "options": [
    "The last 100 feet",
    "The last 50 feet",
    "The last 25 feet",
    "The last quarter of a mile"
   ],
   "correct": 0,
   "explanation": "Transportation Code 545.104 requires a continuous signal for not less than the last 100 feet of movement before the turn."
  },
  {
   "id": "TX-021",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "Where in a car with a trunk may you carry an opened bottle of wine on a Texas public road?",
   "options": [
    "In the trunk",
    "In the rear cup holder",
    "Under the front seat",
    "In an unlocked glove box"
   ],
   "correct": 0,
   "explanation": "Penal Code 49.031 bans an open container in the passenger area, whether the car moves, is stopped or is parked. The trunk and a locked glove compartment are not part of that area."
  },
  {
   "id": "TX-022",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "On the approach to a stop sign at the side of a Texas road, up to what distance from the sign is parking forbidden?",
   "options": [
    "75 feet",
    "30 feet",
    "100 feet",
    "50 feet"
   ],
   "correct": 1,
   "explanation": "Transportation Code 545.302 sets 30 feet on the approach to a stop sign, yield sign, flashing signal or traffic signal. For a crosswalk at an intersection the distance is 20 feet."
  },
  {
   "id": "TX-023",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "You are 16 and got your Texas provisional license three months ago. No adult rides with you. Which of these trips is allowed?",
   "options": [
    "Driving home alone from your job at 1 a.m.",
    "Driving to a mall at noon with only three classmates of 17",
    "Making a casual hands-free call as you drive at noon",
    "Driving home alone from a party at 1 a.m."
   ],
   "correct": 0,
   "explanation": "As of January 2026, such a driver stays off the road between midnight and 5 a.m. except for work, a school activity or a medical emergency. Only one passenger under 21 who is not family is allowed. No wireless device is allowed except in an emergency (Texas Driver Handbook, Chapter 1)."
  },
  {
   "id": "TX-024",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "Outside an urban district, what is the prima facie limit for a car on a Texas highway numbered by the state or the United States, where no other limit is posted?",
   "options": [
    "65 mph",
    "60 mph",
    "70 mph",
    "55 mph"
   ],
   "correct": 2,
   "explanation": "Transportation Code 545.352 sets 70 mph on numbered highways outside urban districts, including farm-to-market and ranch-to-market roads."
  },
  {
   "id": "TX-025",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "A sign on a Texas highway reads LEFT LANE FOR PASSING ONLY. You are not passing anyone. Where do you drive?",
   "options": [
    "In the left lane, until someone flashes lights",
    "In a lane to the right of the left lane",
    "In any lane, since the sign is only advice",
    "In the left lane, if you drive right at the limit"
   ],
   "correct": 1,
   "explanation": "The farthest left lane is for passing only, and drivers must obey regulatory signs (Texas Driver Handbook, January 2026, Chapter 5). You pass, and then move back to the right when it is safe."
  },
  {
   "id": "TX-026",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "In Texas, driving while intoxicated becomes a state jail felony, even on a first arrest, if a passenger in the car is younger than what age?",
   "options": [
    "18",
    "5",
    "10",
    "15"
   ],
   "correct": 3,
   "explanation": "Under Penal Code 49.045 driving while intoxicated with a passenger younger than 15 is a state jail felony, whether or not anyone is hurt."
  },
  {
   "id": "TX-027",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "You drive at night in Texas with high beams on. At what distances must you dim them for an oncoming car, and for a car you come up behind?",
   "options": [
    "400 feet oncoming and 50 feet behind",
    "200 feet oncoming and 200 feet behind",
    "500 feet oncoming and 300 feet behind",
    "300 feet oncoming and 100 feet behind"
   ],
   "correct": 2,
   "explanation": "You use the low beams within 500 feet of an approaching vehicle. You also use them within 300 feet behind another vehicle (Texas Driver Handbook, January 2026, Chapter 9)."
  },
  {
   "id": "TX-028",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "Besides lessons with an instructor, how much supervised driving practice must a teenager in Texas driver education complete?",
   "options": [
    "20 hours, of which at least 2 are at night",
    "30 hours, of which at least 10 are at night",
    "60 hours, of which at least 25 are at night",
    "12 hours, all of which may be in daylight"
   ],
   "correct": 1,
   "explanation": "As of November 2024, the Department of Public Safety asks for 30 hours of practice with a licensed driver of 21 or older. At least 10 of them are at night. The 14 hours with the instructor come on top."
  },
  {
   "id": "TX-029",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "You drive a car on a public beach in Texas. No other limit is set and no special hazard exists. What is the prima facie speed limit?",
   "options": [
    "15 mph",
    "25 mph",
    "10 mph",
    "30 mph"
   ],
   "correct": 0,
   "explanation": "Transportation Code 545.352(b) makes 15 mph the lawful speed on a beach. A county may declare 15 mph on a county road next to a public beach too."
  },
  {
   "id": "TX-030",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "A cyclist rides in the middle of a narrow outside lane in Texas, slower than the cars. The lane is 11 feet wide and there is no bicycle lane. Is this lawful?",
   "options": [
    "No, a cyclist must use the sidewalk where there is no bicycle lane",
    "No, a slower cyclist must always keep to the right edge",
    "Yes, but only if the cyclist stays faster than 20 mph all the time",
    "Yes, since the lane is too narrow to share side by side with a car"
   ],
   "correct": 3,
   "explanation": "A slower cyclist need not keep to the right edge of a lane less than 14 feet wide with no bicycle lane beside it (Transportation Code 551.103). You wait and pass when it is safe."
  },
  {
   "id": "TX-031",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "You are 30 and are arrested in Texas for driving while intoxicated for the first time. You refuse to give a breath or blood specimen. For how long is your license suspended?",
   "options": [
    "180 days",
    "30 days",
    "Five years",
    "90 days"
   ],
   "correct": 0,
   "explanation": "A first refusal brings a suspension of 180 days. For later offenses it can be up to 730 days (Texas Driver Handbook, January 2026, Chapter 10)."
  },
  {
   "id": "TX-032",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "When does Texas law require your headlights to be on?",
   "options": [
    "From one hour after sunset to one hour before sunrise, or if you cannot see 200 feet ahead",
    "From 8 p.m. to 6 a.m. in all seasons, and by day if rain or snow is falling on the highway",
    "From sunset to midnight on all roads, and after midnight only on roads with no street lights",
    "From 30 minutes after sunset to 30 minutes before sunrise, or if you cannot see 1,000 feet"
   ],
   "correct": 3,
   "explanation": "You use headlights from 30 minutes after sunset to 30 minutes before sunrise. You also use them whenever people or vehicles cannot be seen clearly at 1,000 feet (Texas Driver Handbook, January 2026, Chapter 9)."
  },
  {
   "id": "TX-033",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "You move to Texas for good and hold a valid license of another state. How long may you drive on that license before you need a Texas one?",
   "options": [
    "180 days",
    "14 days",
    "90 days",
    "One year"
   ],
   "correct": 2,
   "explanation": "As of September 2026, a new resident may drive on a valid license of another state for up to 90 days (Transportation Code 521.029). After that you need a Texas license."
  },
  {
   "id": "TX-034",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "No speed limit is posted on a street, not an alley, in a Texas urban district. What is the prima facie limit there if there is no special hazard?",
   "options": [
    "20 mph",
    "45 mph",
    "40 mph",
    "30 mph"
   ],
   "correct": 3,
   "explanation": "Transportation Code 545.352 makes 30 mph the prima facie limit on a street, other than an alley, in an urban district."
  },
  {
   "id": "TX-035",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "In Texas, when may you turn left at a steady red light, if no sign forbids it?",
   "options": [
    "Without a stop, from a one-way street if no pedestrian is waiting",
    "After a full stop, from a one-way street into another one-way street",
    "After a full stop, from any street into a street with two lanes or more",
    "Never, because only a right turn is allowed at a steady red light"
   ],
   "correct": 1,
   "explanation": "At a steady red light you stop. You may then turn left if both streets are one-way, unless the law prohibits it (Texas Driver Handbook, January 2026, Chapter 5). You yield to people and vehicles that are already crossing."
  },
  {
   "id": "TX-036",
   "type": "state",
   "state": "TX",
   "category": "alcoholLaws",
   "question": "A medicine your doctor prescribed takes away the normal use of your faculties, and you drive on a Texas road. You have drunk no alcohol. What is true?",
   "options": [
    "You commit no offense, as the medicine is prescribed",
    "You can be fined, but only if you also cause a crash",
    "You can be convicted of driving while intoxicated",
    "You commit no offense, as your alcohol level is zero"
   ],
   "correct": 2,
   "explanation": "Penal Code 49.01 counts the loss of normal faculties through a drug or any other substance as intoxication. In 2008 a Texas court upheld such a conviction for a prescription drug (Harkins v. State)."
  },
  {
   "id": "TX-037",
   "type": "state",
   "state": "TX",
   "category": "parkingAndEquipment",
   "question": "You do not load or unload anything. What is the shortest lawful distance between your parked car and the nearest rail of a Texas railroad crossing?",
   "options": [
    "50 feet",
    "15 feet",
    "20 feet",
    "30 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 50 feet of the nearest rail of a railroad crossing (Transportation Code 545.302). A short stop to load or unload goods or passengers is allowed."
  },
  {
   "id": "TX-038",
   "type": "state",
   "state": "TX",
   "category": "licensing",
   "question": "What are the smallest amounts of liability insurance Texas accepts, for one injured person, for all persons injured in a crash, and for property damage?",
   "options": [
    "$25,000, $50,000 and $25,000",
    "$20,000, $40,000 and $15,000",
    "$30,000, $60,000 and $25,000",
    "$50,000, $100,000 and $50,000"
   ],
   "correct": 2,
   "explanation": "As of January 2026, the minimum is $30,000 for one person and $60,000 for two or more persons. It is $25,000 for property (Texas Driver Handbook, Chapter 3)."
  },
  {
   "id": "TX-039",
   "type": "state",
   "state": "TX",
   "category": "speedLimits",
   "question": "You drive a car on a rural Texas county road that has no state or US highway number and no posted limit. It is outside any urban district. What is the prima facie limit?",
   "options": [
    "45 mph",
    "50 mph",
    "55 mph",
    "60 mph"
   ],
   "correct": 3,
   "explanation": "Transportation Code 545.352 sets 60 mph outside an urban district on a highway that is not numbered by Texas or the United States."
  },
  {
   "id": "TX-040",
   "type": "state",
   "state": "TX",
   "category": "trafficLaws",
   "question": "You want to type a text message about your dinner plans on a phone held in your hand. When does Texas law let the driver of a car do so?",
   "options": [
    "When the vehicle is below 20 mph",
    "When the vehicle is stopped",
    "When the road ahead is empty",
    "When the driver is 18 or older"
   ],
   "correct": 1,
   "explanation": "Transportation Code 545.4251 forbids a driver to read, write or send an electronic message on a portable device, unless the vehicle is stopped."
  }
 ]
}

"""##
