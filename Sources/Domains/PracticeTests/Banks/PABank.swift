// Written by tools/bank from schemas/bank/states/PA.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/PA.json: 21700 bytes.
    static let PAText = BankText(sha256: "e490bf1e6e03bf8944849ab32c4a3205e66e12ef86373e9f0bf5dcaf5d2c3bd2", text: PAFile)

    /// Read when it is first asked for, and kept.
    static let PA = PAText.bank
}

private let PAFile = ##"""
{
 "daybookBank": 1,
 "state": "PA",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "PA-001",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "You pass through a Pennsylvania school zone while its hours of operation are in effect. What is the highest lawful speed?",
   "options": [
    "10 mph",
    "15 mph",
    "20 mph",
    "25 mph"
   ],
   "correct": 1,
   "explanation": "No driver may exceed 15 mph in an established school zone during its hours (75 Pa.C.S. 3365(b)). Many other states set 20 or 25 mph."
  },
  {
   "id": "PA-002",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "No sign shows another distance. How far from a fire hydrant must you park, at least, in Pennsylvania?",
   "options": [
    "5 feet",
    "10 feet",
    "25 feet",
    "15 feet"
   ],
   "correct": 3,
   "explanation": "You may not stand or park within 15 feet of a fire hydrant (75 Pa.C.S. 3353(a))."
  },
  {
   "id": "PA-003",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You overtake a bicyclist going the same way in Pennsylvania. How much space must you leave, at least?",
   "options": [
    "4 feet",
    "2 feet",
    "3 feet",
    "6 feet"
   ],
   "correct": 0,
   "explanation": "A driver who overtakes a bicycle passes on its left with at least four feet of space, at a reduced speed (75 Pa.C.S. 3303(a)(3)). Many other states ask for three feet."
  },
  {
   "id": "PA-004",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You are 17 and hold a Pennsylvania learner's permit for a car. How many hours of supervised driving must be certified before you may take the road test?",
   "options": [
    "65 hours",
    "40 hours",
    "50 hours",
    "60 hours"
   ],
   "correct": 0,
   "explanation": "As of 2024, a driver under 18 needs 65 hours of supervised driving. At least ten of them are at night and five in bad weather (75 Pa.C.S. 1505(e))."
  },
  {
   "id": "PA-005",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are 20 and drive your own car in Pennsylvania. Which is the lowest blood alcohol level that by itself breaks the DUI law for minors?",
   "options": [
    "0.01 percent",
    "0.04 percent",
    "0.02 percent",
    "0.08 percent"
   ],
   "correct": 2,
   "explanation": "For a driver under 21 the limit is 0.02 percent within two hours after driving (75 Pa.C.S. 3802(e))."
  },
  {
   "id": "PA-006",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "An open-bed pickup truck in Pennsylvania carries an adult in its bed. What is the highest speed at which it may be driven?",
   "options": [
    "40 mph",
    "35 mph",
    "45 mph",
    "55 mph"
   ],
   "correct": 1,
   "explanation": "A pickup may not go faster than 35 mph with a person in the open bed. A child under 18 may not ride there at any speed, with a few exceptions (75 Pa.C.S. 3719)."
  },
  {
   "id": "PA-007",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "Light rain falls at noon in Pennsylvania. You see far more than 1,000 feet ahead, and your wipers run at intervals. What must you do with the lights of your car?",
   "options": [
    "Leave all lights off until sunset",
    "Turn on the parking lights, which are enough",
    "Turn on the hazard lights",
    "Turn the headlights on"
   ],
   "correct": 3,
   "explanation": "Headlights must be on whenever the wipers run because of rain, snow or mist, even at intervals (75 Pa.C.S. 4302(a))."
  },
  {
   "id": "PA-008",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You drive at 45 mph in Pennsylvania and want to turn right. For how many feet before the turn must you signal, at least?",
   "options": [
    "100 feet",
    "300 feet",
    "150 feet",
    "200 feet"
   ],
   "correct": 1,
   "explanation": "Above 35 mph you signal during at least the last 300 feet before the turn. Below 35 mph it is 100 feet (75 Pa.C.S. 3334(b))."
  },
  {
   "id": "PA-009",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You are 17, hold a Pennsylvania junior license and want to drive alone. No exception for work or service applies. At what time in the evening must you be off the road?",
   "options": [
    "9 p.m.",
    "10 p.m.",
    "11 p.m.",
    "Midnight"
   ],
   "correct": 2,
   "explanation": "As of April 2021, a junior driver may not drive from 11 p.m. to 5 a.m. without a parent, guardian or adult spouse. Work and volunteer service are exceptions (PennDOT manual PUB 95, chapter 1)."
  },
  {
   "id": "PA-010",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are 35 and refuse the breath test after an arrest for drunk driving in Pennsylvania. You have never had a DUI case and never refused a test before. For how long is your license suspended for the refusal?",
   "options": [
    "90 days",
    "6 months",
    "18 months",
    "12 months"
   ],
   "correct": 3,
   "explanation": "A first refusal of chemical testing brings a suspension of 12 months (75 Pa.C.S. 1547(b)). It is 18 months after an earlier refusal or an earlier DUI sentence."
  },
  {
   "id": "PA-011",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "A numbered route runs through an urban district of Pennsylvania. No special limit has been set for it. Which posted maximum does the Vehicle Code give it?",
   "options": [
    "25 mph",
    "30 mph",
    "20 mph",
    "35 mph"
   ],
   "correct": 3,
   "explanation": "The maximum in an urban district is 35 mph (75 Pa.C.S. 3362(a)). It takes effect when it is posted."
  },
  {
   "id": "PA-012",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "You want to park on the approach to a stop sign at the side of a Pennsylvania road. How far from the sign must you stay, at least?",
   "options": [
    "10 feet",
    "20 feet",
    "30 feet",
    "15 feet"
   ],
   "correct": 2,
   "explanation": "You may not stand or park within 30 feet on the approach to a stop sign, yield sign or traffic signal (75 Pa.C.S. 3353(a))."
  },
  {
   "id": "PA-013",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "On a two-lane road in Pennsylvania you meet a school bus. Its red lights flash and its stop arm is out. How far before the bus must you stop, at least?",
   "options": [
    "10 feet",
    "15 feet",
    "25 feet",
    "50 feet"
   ],
   "correct": 0,
   "explanation": "As of 2024, drivers from both directions stop at least ten feet before the bus (75 Pa.C.S. 3345(a)). They wait until the red lights are off and the children are safe."
  },
  {
   "id": "PA-014",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You are 16 and got your Pennsylvania junior license two months ago. No parent, guardian or adult spouse is in the car. How many passengers under 18 from outside your immediate family may you carry at most?",
   "options": [
    "None",
    "Two",
    "Three",
    "One"
   ],
   "correct": 3,
   "explanation": "As of April 2021, a new junior driver may carry one passenger under 18 who is not immediate family (PennDOT manual PUB 95, chapter 1)."
  },
  {
   "id": "PA-015",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are 30, drove your own car alone and have never had a DUI case. A court convicts you of driving with 0.12 percent. Which minimum jail term does 75 Pa.C.S. 3804 set?",
   "options": [
    "No jail, but probation",
    "72 hours in a row",
    "30 days",
    "48 hours in a row"
   ],
   "correct": 3,
   "explanation": "A level from 0.10 to below 0.16 percent is the high rate (75 Pa.C.S. 3802). As of 2024, section 3804(b) sets at least 48 consecutive hours for a first offense."
  },
  {
   "id": "PA-016",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "You drive on an ordinary country road in Pennsylvania. It is no freeway, and no speed limit is posted. What is the maximum?",
   "options": [
    "45 mph",
    "55 mph",
    "50 mph",
    "65 mph"
   ],
   "correct": 1,
   "explanation": "The maximum is 55 mph in locations for which the Vehicle Code sets no other limit (75 Pa.C.S. 3362(a)(2))."
  },
  {
   "id": "PA-017",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "Between which dates are tires with studs allowed on Pennsylvania roads, if the Governor has not extended the time?",
   "options": [
    "October 1 to April 30",
    "November 1 to April 15",
    "November 1 to March 31",
    "December 1 to March 1"
   ],
   "correct": 1,
   "explanation": "Studs that stand out no more than two thirty-seconds of an inch are permitted from November 1 to April 15 (75 Pa.C.S. 4525(c))."
  },
  {
   "id": "PA-018",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You are 30 and wait at a red light in Pennsylvania. There is no emergency. Your phone rings. What does the law let you do?",
   "options": [
    "Pick the phone up and hold it to your ear",
    "Hold the phone in your lap to see who calls",
    "Answer with one tap on the mounted phone",
    "Type a short reply before the light turns green"
   ],
   "correct": 2,
   "explanation": "A driver may not hold a phone, even while stopped in traffic (75 Pa.C.S. 3316.1). One press of a button to answer is allowed. The law began in June 2025, and its $50 fine in June 2026."
  },
  {
   "id": "PA-019",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You hold a Pennsylvania driver's license and move to another home. Within how many days must you tell PennDOT your new address?",
   "options": [
    "15 days",
    "10 days",
    "30 days",
    "60 days"
   ],
   "correct": 0,
   "explanation": "A licensed driver notifies PennDOT of the old and the new address within 15 days of the move (75 Pa.C.S. 1515)."
  },
  {
   "id": "PA-020",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are 30, drove your own car alone and have never had a DUI case. A Pennsylvania court sentences you for driving with 0.09 percent, without an accident. What fine does the law set?",
   "options": [
    "$300",
    "$500",
    "$750",
    "$1,000"
   ],
   "correct": 0,
   "explanation": "A level from 0.08 to below 0.10 percent is general impairment. As of 2024, the first offense brings a fine of $300 and six months of probation (75 Pa.C.S. 3804(a))."
  },
  {
   "id": "PA-021",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "You approach a police car with flashing lights on the shoulder in Pennsylvania. The posted limit is 55 mph, and you cannot change lanes. What is the highest lawful speed at which you may pass?",
   "options": [
    "35 mph",
    "40 mph",
    "45 mph",
    "50 mph"
   ],
   "correct": 0,
   "explanation": "You pass in a lane that is not next to the scene if you can. If not, you pass at least 20 mph below the posted limit (75 Pa.C.S. 3327(a))."
  },
  {
   "id": "PA-022",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "You carry a child of 4 who has outgrown the child seat. Until which birthday must the child use a booster seat in your car in Pennsylvania?",
   "options": [
    "The fifth birthday",
    "The sixth birthday",
    "The eighth birthday",
    "The tenth birthday"
   ],
   "correct": 2,
   "explanation": "As of 2024, a child from four to seven years old rides in a booster seat with a fastened belt (75 Pa.C.S. 4581(a)). A child under four needs a child restraint system."
  },
  {
   "id": "PA-023",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You want to make a U-turn near the top of a hill in Pennsylvania. From what distance, at least, must drivers from either direction be able to see your vehicle?",
   "options": [
    "500 feet",
    "200 feet",
    "300 feet",
    "400 feet"
   ],
   "correct": 0,
   "explanation": "A U-turn is forbidden on a curve or near the crest of a grade where others cannot see you within 500 feet (75 Pa.C.S. 3332(b))."
  },
  {
   "id": "PA-024",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You are 17 and are convicted in Pennsylvania of driving 28 mph over the speed limit. You had no suspension before. For how long is your license suspended?",
   "options": [
    "15 days",
    "60 days",
    "90 days",
    "120 days"
   ],
   "correct": 2,
   "explanation": "As of 2024, exceeding the limit by 26 mph or more before age 18 brings a first suspension of 90 days. Later ones last 120 days (75 Pa.C.S. 1538(e))."
  },
  {
   "id": "PA-025",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You hold an open can of beer in a motor vehicle on a Pennsylvania road. In which of these roles does the law allow it?",
   "options": [
    "As a driver who waits at a red light",
    "As a front passenger in a friend's car",
    "As a passenger in a taxi",
    "As a back-seat passenger in a friend's car"
   ],
   "correct": 2,
   "explanation": "The driver and every occupant of a car on the road may not have an open alcoholic drink. Passengers of taxis, buses and limousines are an exception (75 Pa.C.S. 3809)."
  },
  {
   "id": "PA-026",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "You are convicted of driving 14 mph over the posted limit in an active work zone in Pennsylvania. For how long is your license suspended?",
   "options": [
    "5 days",
    "15 days",
    "30 days",
    "60 days"
   ],
   "correct": 1,
   "explanation": "A conviction for 11 mph or more over the limit in an active work zone brings a suspension of 15 days (75 Pa.C.S. 1535(e))."
  },
  {
   "id": "PA-027",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "Snow has stopped falling in Pennsylvania, and you drive your car. Within what time must you have made reasonable efforts to clear snow from the hood, trunk and roof?",
   "options": [
    "6 hours",
    "12 hours",
    "48 hours",
    "24 hours"
   ],
   "correct": 3,
   "explanation": "The driver must make reasonable efforts to clear snow and ice within 24 hours after it stops falling. The fine is $50 even if nothing falls off (75 Pa.C.S. 3721)."
  },
  {
   "id": "PA-028",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "On a two-lane road in Pennsylvania you pass a car and use the lane of oncoming traffic. How far from an approaching vehicle must you be, at least, when you are back in your lane?",
   "options": [
    "200 feet",
    "50 feet",
    "100 feet",
    "150 feet"
   ],
   "correct": 0,
   "explanation": "The passing driver must be back in the proper lane before coming within 200 feet of an approaching vehicle (75 Pa.C.S. 3305)."
  },
  {
   "id": "PA-029",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "You are 40, and your Pennsylvania license has never been suspended. Your record now shows exactly 11 points. For how long is your license suspended because of the points?",
   "options": [
    "15 days",
    "55 days",
    "90 days",
    "110 days"
   ],
   "correct": 1,
   "explanation": "As of 2024, 11 points bring a suspension. The first one lasts five days for each point, here 55 days (75 Pa.C.S. 1539)."
  },
  {
   "id": "PA-030",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are 45 and drive a school bus in Pennsylvania. Which is the lowest blood alcohol level that by itself breaks the DUI law?",
   "options": [
    "0.04 percent",
    "0.05 percent",
    "0.08 percent",
    "0.02 percent"
   ],
   "correct": 3,
   "explanation": "For the driver of a school bus or school vehicle the limit is 0.02 percent. For another commercial vehicle it is 0.04 percent (75 Pa.C.S. 3802(f))."
  },
  {
   "id": "PA-031",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "A road in a Pennsylvania residence district is classed as a local highway and is not a numbered route. No special limit has been set for it. Which posted maximum does the Vehicle Code give it?",
   "options": [
    "25 mph",
    "15 mph",
    "30 mph",
    "40 mph"
   ],
   "correct": 0,
   "explanation": "The maximum is 25 mph on a local highway in a residence district that is not a numbered traffic route (75 Pa.C.S. 3362(a)). It takes effect when it is posted."
  },
  {
   "id": "PA-032",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "You park on the same side of a Pennsylvania street as a fire station. How far from the driveway entrance of the station must you stay, at least?",
   "options": [
    "10 feet",
    "15 feet",
    "20 feet",
    "75 feet"
   ],
   "correct": 2,
   "explanation": "The distance is 20 feet from the driveway entrance of a fire station. On the opposite side it is 75 feet where signs say so (75 Pa.C.S. 3353(a))."
  },
  {
   "id": "PA-033",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You have stopped at a steady circular red light in Pennsylvania, and no sign forbids turning. The way is clear. From which street may you turn left on red?",
   "options": [
    "From a two-way street into a one-way street",
    "From a one-way street into a two-way street",
    "From a two-way street into a two-way street",
    "From a one-way street into a one-way street"
   ],
   "correct": 3,
   "explanation": "After a full stop you may turn left on red from a one-way highway into a one-way highway (75 Pa.C.S. 3112(a)(3)). A sign can forbid it."
  },
  {
   "id": "PA-034",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "Your car must be towed after a collision in Pennsylvania, and no police officer investigates it. Within how many days must you send PennDOT a written report?",
   "options": [
    "5 days",
    "10 days",
    "15 days",
    "30 days"
   ],
   "correct": 0,
   "explanation": "The driver sends a written report within five days if the police do not investigate (75 Pa.C.S. 3747). This applies to a crash with an injury or a towed vehicle. You also notify the police at once (75 Pa.C.S. 3746)."
  },
  {
   "id": "PA-035",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "Pennsylvania sorts DUI by blood alcohol into three rates. At which level does the highest rate begin?",
   "options": [
    "0.10 percent",
    "0.16 percent",
    "0.12 percent",
    "0.20 percent"
   ],
   "correct": 1,
   "explanation": "The highest rate begins at 0.16 percent. The high rate begins at 0.10 percent and general impairment at 0.08 percent (75 Pa.C.S. 3802)."
  },
  {
   "id": "PA-036",
   "type": "state",
   "state": "PA",
   "category": "speedLimits",
   "question": "What is the highest speed limit that may be posted on a Pennsylvania freeway?",
   "options": [
    "70 mph",
    "65 mph",
    "75 mph",
    "80 mph"
   ],
   "correct": 0,
   "explanation": "PennDOT may post 65 or 70 mph on freeways, and no limit may be higher than 70 mph (75 Pa.C.S. 3362 and 3363)."
  },
  {
   "id": "PA-037",
   "type": "state",
   "state": "PA",
   "category": "parkingAndEquipment",
   "question": "You come up behind another vehicle at night in Pennsylvania with your high beams on. At what distance, at the latest, must you switch to low beams?",
   "options": [
    "150 feet",
    "300 feet",
    "200 feet",
    "250 feet"
   ],
   "correct": 1,
   "explanation": "You use low beams within 300 feet behind another vehicle. For an oncoming vehicle the distance is 500 feet (75 Pa.C.S. 4306)."
  },
  {
   "id": "PA-038",
   "type": "state",
   "state": "PA",
   "category": "trafficLaws",
   "question": "You follow a slow truck on a two-way road in Pennsylvania, and no sign or marking says otherwise. How far before a railroad crossing does the ban on passing on the left side begin?",
   "options": [
    "200 feet",
    "300 feet",
    "100 feet",
    "500 feet"
   ],
   "correct": 2,
   "explanation": "You may not drive on the left side within 100 feet before an intersection or a railroad crossing (75 Pa.C.S. 3306(a)). Signs or markings can allow it."
  },
  {
   "id": "PA-039",
   "type": "state",
   "state": "PA",
   "category": "licensing",
   "question": "What is the least coverage for damage to other people's property, per accident, that Pennsylvania requires for your car?",
   "options": [
    "$10,000",
    "$20,000",
    "$25,000",
    "$5,000"
   ],
   "correct": 3,
   "explanation": "As of 2024, the minimum is $5,000 for property damage in one accident. For injuries it is $15,000 for one person and $30,000 for two or more (75 Pa.C.S. 1702)."
  },
  {
   "id": "PA-040",
   "type": "state",
   "state": "PA",
   "category": "alcoholLaws",
   "question": "You are convicted of DUI in Pennsylvania and have never had a DUI case before. Your daughter, who is 9, was in the car. How much community service must you complete because of that?",
   "options": [
    "24 hours",
    "40 hours",
    "100 hours",
    "80 hours"
   ],
   "correct": 2,
   "explanation": "With an occupant under 18 in the vehicle, a first offense adds 100 hours of community service. It also adds a fine of at least $1,000 (75 Pa.C.S. 3804(c.1))."
  }
 ]
}

"""##
