// Written by tools/bank from schemas/bank/states/CA.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/states/CA.json: 24953 bytes.
    static let CAText = BankText(sha256: "68df8f02a2a5579f99f22d34963e2645bc2d07414990c8c4d689b6426b4d7569", text: CAFile)

    /// Read when it is first asked for, and kept.
    static let CA = CAText.bank
}

private let CAFile = ##"""
{
 "daybookBank": 1,
 "state": "CA",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "CA-001",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You have a California license and move to another home. Within how many days must you tell the DMV your new address?",
   "options": [
    "60 days",
    "5 days",
    "10 days",
    "30 days"
   ],
   "correct": 2,
   "explanation": "A driver who moves must notify the DMV of the old and the new address within 10 days (CVC 14600). The change can be sent online or by mail."
  },
  {
   "id": "CA-002",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 20. What is the lowest blood alcohol level, measured by a screening test, at which driving breaks California's zero-tolerance law?",
   "options": [
    "0.02 percent",
    "0.01 percent",
    "0.05 percent",
    "0.04 percent"
   ],
   "correct": 1,
   "explanation": "A person under 21 may not drive with a blood alcohol concentration of 0.01 percent or more (CVC 23136). The DMV can suspend the license for one year."
  },
  {
   "id": "CA-003",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "You have stopped at a steady circular red light, and no sign forbids turning. From which street may you turn left on red when the way is clear?",
   "options": [
    "From a two-way street onto a two-way street",
    "From a one-way street onto a one-way street",
    "From a one-way street onto a two-way street",
    "From a two-way street onto a one-way street"
   ],
   "correct": 1,
   "explanation": "After a full stop, you may turn left on a circular red from a one-way street onto a one-way street, unless a sign forbids it. A right turn is allowed too (CVC 21453(b)). You may not turn at a red arrow."
  },
  {
   "id": "CA-004",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "Freeway signs show 65 mph. Which of these vehicles must still keep to 55 mph or less?",
   "options": [
    "A two-axle motor home that pulls nothing",
    "A car that carries a heavy load on its roof",
    "A pickup that pulls a boat on a trailer",
    "A motorcycle that carries a passenger"
   ],
   "correct": 2,
   "explanation": "CVC 22406 limits cars and trucks that tow another vehicle, trucks with three or more axles and some others to 55 mph. The higher sign does not apply to them."
  },
  {
   "id": "CA-005",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "You drive at night with high beams on. At which distances must you dim them for others?",
   "options": [
    "500 feet from oncoming, 300 feet behind others",
    "200 feet from oncoming, 100 feet behind others",
    "1,000 feet from oncoming, 500 feet behind others",
    "300 feet from oncoming, 500 feet behind others"
   ],
   "correct": 0,
   "explanation": "You dim the high beams within 500 feet of a vehicle that comes toward you. You dim them within 300 feet of a vehicle that you follow (California Driver's Handbook, Section 5)."
  },
  {
   "id": "CA-006",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You are 17 and have held a provisional license for four months. No exception applies to you. Which trip may you make without a supervising adult?",
   "options": [
    "Driving alone to a shop at 9 p.m.",
    "Driving alone home from a party at 11:30 p.m.",
    "Driving a friend aged 19 to the beach at noon",
    "Driving two friends aged 17 to a cafe at 4 p.m."
   ],
   "correct": 0,
   "explanation": "As of August 2026, a provisional driver may not drive between 11 p.m. and 5 a.m. in the first 12 months without a supervising adult. Passengers under 20 also need a parent, a guardian or a licensed driver of 25 or older in the car (California Driver's Handbook, Section 2). A trip alone at 9 p.m. is within the rules."
  },
  {
   "id": "CA-007",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 30, are not on DUI probation and drive your own car alone. What is the lowest blood alcohol level at which driving is unlawful in itself, even if you feel able to drive?",
   "options": [
    "0.10 percent",
    "0.15 percent",
    "0.12 percent",
    "0.08 percent"
   ],
   "correct": 3,
   "explanation": "It is illegal to drive with a blood alcohol concentration of 0.08 percent or more (CVC 23152(b)). Below that level a driver whom alcohol impairs can still be convicted."
  },
  {
   "id": "CA-008",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "You are 17 and are driving. When may you use a cell phone?",
   "options": [
    "Only to call for help in an emergency",
    "Only with one tap on a mounted phone",
    "Only while you wait at a red light",
    "Only through the car's hands-free system"
   ],
   "correct": 0,
   "explanation": "As of 2026, drivers under 18 may not use a phone while driving, even hands-free, except for emergency purposes (CVC 23124). The single swipe or tap on a mounted phone is for adults (CVC 23123.5)."
  },
  {
   "id": "CA-009",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "What is the prima facie speed limit in a California alley?",
   "options": [
    "25 mph",
    "30 mph",
    "20 mph",
    "15 mph"
   ],
   "correct": 3,
   "explanation": "The prima facie limit in any alley is 15 mph unless signs show another one (CVC 22352(a)). Cars and people come out of garages and yards there with little warning."
  },
  {
   "id": "CA-010",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "You are an adult and mount your phone on the windshield for navigation. Which place does the law allow?",
   "options": [
    "A 9-inch square right below the inside rear-view mirror",
    "A 7-inch square in the lower passenger-side corner",
    "A 7-inch square in the middle, just over the dashboard",
    "Any place below the driver's eyes, whatever the size"
   ],
   "correct": 1,
   "explanation": "Objects may sit in a 7-inch square in the lower corner of the passenger's side (California Driver's Handbook, Section 7). CVC 23123.5 lets a driver mount a phone on the windshield where CVC 26708 allows a GPS unit."
  },
  {
   "id": "CA-011",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You were in a collision on a public street, in your own car. Which collision must you report to the DMV on form SR 1 within 10 days?",
   "options": [
    "Any with an injury, a death or damage of over $1,000",
    "Only one to which the police were called and came",
    "Any at all, even one with a $100 scratch and no injury",
    "Only one for which you were mainly or wholly at fault"
   ],
   "correct": 0,
   "explanation": "Each driver reports within 10 days a collision with an injury, a death or more than $1,000 of damage to one person's property (CVC 16000). It does not matter who caused it."
  },
  {
   "id": "CA-012",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 30 and carry a paying rider in your own car for a ride-hailing app. What is the lowest blood alcohol level at which driving is then unlawful in itself?",
   "options": [
    "0.10 percent",
    "0.08 percent",
    "0.06 percent",
    "0.04 percent"
   ],
   "correct": 3,
   "explanation": "With a passenger for hire in the vehicle the limit is 0.04 percent (CVC 23152(e)). It does not matter that the car is your own and needs no commercial license."
  },
  {
   "id": "CA-013",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "You overtake a bicyclist going the same way. What is the least space California law requires between your car and the bicycle or its rider?",
   "options": [
    "6 feet",
    "1 foot",
    "2 feet",
    "3 feet"
   ],
   "correct": 3,
   "explanation": "You keep at least 3 feet between any part of your vehicle and the bicycle or rider (CVC 21760). You change to another lane if one is available and it is safe. If traffic or the road leaves no 3 feet, you slow down and pass only when nobody is endangered."
  },
  {
   "id": "CA-014",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "You drive a car on an undivided rural highway with one lane each way and no speed sign. What is the maximum speed?",
   "options": [
    "65 mph",
    "55 mph",
    "60 mph",
    "45 mph"
   ],
   "correct": 1,
   "explanation": "The maximum on a two-lane undivided highway is 55 mph unless a higher limit is posted after a traffic survey (CVC 22349(b)). Passing lanes do not change this."
  },
  {
   "id": "CA-015",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "No local rule or marking sets another distance, and nobody stays in your car. How far from a fire hydrant must you park at least?",
   "options": [
    "15 feet",
    "3 feet",
    "5 feet",
    "10 feet"
   ],
   "correct": 0,
   "explanation": "You may not park within 15 feet of a fire hydrant unless a local ordinance sets a shorter distance (CVC 22514). The rule does not apply to a car with a licensed driver in the front seat who can move it at once."
  },
  {
   "id": "CA-016",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You are under 18 and want a provisional instruction permit in California. What is the lowest age at which you can get one?",
   "options": [
    "16 years",
    "17 years and 6 months",
    "14 years and 6 months",
    "15 years and 6 months"
   ],
   "correct": 3,
   "explanation": "As of 2024, an instruction permit can be issued from 15 years and 6 months (CVC 12509). The provisional license follows at 16 at the earliest, after six months with the permit (CVC 12814.6)."
  },
  {
   "id": "CA-017",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You drive your own car on a public street. Your passenger, aged 25, wants to smoke cannabis in it. What does the law say?",
   "options": [
    "A passenger may use it if the driver does not",
    "It is forbidden for driver and passenger alike",
    "A passenger may use it if seated in the back",
    "A passenger may use it so long as a window is open"
   ],
   "correct": 1,
   "explanation": "CVC 23221 forbids driver and passenger to drink alcohol, or to smoke or ingest cannabis, in a vehicle that is being driven on a highway. A public street is a highway in this sense."
  },
  {
   "id": "CA-018",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "A family car with its hazard lights flashing stands on the freeway shoulder beside your lane. What does California law ask of you?",
   "options": [
    "Come to a full stop behind it, then drive past at walking speed",
    "Nothing, as only emergency vehicles and tow trucks count",
    "Change to a lane not next to it if safe, or else slow down",
    "Stay in your lane at a steady speed with your own hazard lights on"
   ],
   "correct": 2,
   "explanation": "Since January 2026, CVC 21809 covers any stopped vehicle that shows hazard lights or another warning device (AB 390 of 2025). You change to a lane that is not next to it. If that is not safe, you slow to a prudent speed."
  },
  {
   "id": "CA-019",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "You turn into a street of houses, a residence district, where no speed limit is posted. Which limit applies?",
   "options": [
    "30 mph",
    "35 mph",
    "25 mph",
    "40 mph"
   ],
   "correct": 2,
   "explanation": "The prima facie limit in a business or residence district is 25 mph unless another limit is set and posted (CVC 22352)."
  },
  {
   "id": "CA-020",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "You park facing uphill on the right side of a road that has no curb. Which way do you turn your front wheels?",
   "options": [
    "Left if automatic, right if manual",
    "Straight ahead, in line with the road",
    "To the right, toward the road's edge",
    "To the left, toward the traffic lanes"
   ],
   "correct": 2,
   "explanation": "Without a curb you turn the wheels to the right, uphill as well as downhill (California Driver's Handbook, Section 6). The car then rolls away from the center of the road if the brakes fail. You also set the parking brake."
  },
  {
   "id": "CA-021",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You are 16. How much driving practice with a licensed adult of 25 or older must you complete before you can be given a provisional license?",
   "options": [
    "60 hours, none of them at night",
    "40 hours, 15 of them at night",
    "30 hours, 5 of them at night",
    "50 hours, 10 of them at night"
   ],
   "correct": 3,
   "explanation": "As of July 2024, a minor practices at least 50 hours with a California-licensed driver of 25 or older, ten of them at night. Driver education and driver training come on top (California Driver's Handbook, Section 2)."
  },
  {
   "id": "CA-022",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 30 and are lawfully arrested for driving under the influence for the first time. You refuse the chemical test. For how long is your license suspended for the refusal?",
   "options": [
    "30 days",
    "4 months",
    "1 year",
    "6 months"
   ],
   "correct": 2,
   "explanation": "A first refusal brings a suspension of one year (CVC 13353(a)(1)). With an earlier DUI offense or refusal within 10 years the license is revoked for two or three years."
  },
  {
   "id": "CA-023",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "In slow freeway traffic a motorcyclist rides between your row of cars and the next one. What is true in California?",
   "options": [
    "Lane splitting is lawful; leave the rider room",
    "Lane splitting is unlawful; you may close the gap",
    "It is lawful only beside a marked car pool lane",
    "It is lawful only if all of the traffic has stopped"
   ],
   "correct": 0,
   "explanation": "Motorcycles may lawfully share lanes with cars in California (California Driver's Handbook, Section 7). This is called lane splitting. The handbook asks drivers to give a motorcycle the full lane whenever possible."
  },
  {
   "id": "CA-024",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "A railroad crossing has no gates, signals or flagger. The limit is 15 mph unless, over the last 100 feet, you can see along the tracks both ways for at least which distance?",
   "options": [
    "400 feet",
    "100 feet",
    "200 feet",
    "50 feet"
   ],
   "correct": 0,
   "explanation": "You need a clear view of the crossing and of 400 feet of track both ways in the last 100 feet. Without it, the prima facie limit is 15 mph (CVC 22352(a))."
  },
  {
   "id": "CA-025",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "It is daytime. When does California law require you to turn on your headlights?",
   "options": [
    "When you carry a child in the back seat of the car",
    "When you drive on a freeway with other traffic",
    "When you drive faster than 55 mph on any highway",
    "When rain keeps your wipers in continuous use"
   ],
   "correct": 3,
   "explanation": "Headlights must be on in bad weather. This means weather that needs the wipers continuously, or that hides a person or vehicle 1,000 feet away (CVC 24400)."
  },
  {
   "id": "CA-026",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You are an adult with an ordinary Class C license. What is the smallest number of points within 12 months that makes the law presume you a negligent operator?",
   "options": [
    "8 points",
    "4 points",
    "2 points",
    "10 points"
   ],
   "correct": 1,
   "explanation": "As of July 2024, the thresholds are 4 points in 12 months, 6 in 24 months or 8 in 36 months (CVC 12810.5). The DMV can then suspend the license."
  },
  {
   "id": "CA-027",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are taking home an opened bottle of wine in a sedan. Where does the law let you keep it?",
   "options": [
    "In the console, with the cork in it",
    "In the trunk",
    "In a paper bag on the rear floor",
    "In the locked glove compartment"
   ],
   "correct": 1,
   "explanation": "An open container rides in the trunk or in a place where passengers do not sit. It is illegal to keep it in the glove box (California Driver's Handbook, Section 9)."
  },
  {
   "id": "CA-028",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "You want to make a U-turn in the middle of a residential block, and no sign forbids it. Any vehicle that approaches you must be farther away than which distance?",
   "options": [
    "200 feet",
    "50 feet",
    "150 feet",
    "100 feet"
   ],
   "correct": 0,
   "explanation": "In a residential district you may make a U-turn only if no vehicle approaches you within 200 feet (California Driver's Handbook, Section 6)."
  },
  {
   "id": "CA-029",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "You near an intersection without signals, stop signs or yield signs. When does a limit of 15 mph apply to you there?",
   "options": [
    "When both of the streets have houses or shops on all the corners",
    "When you cannot see 100 feet along the crossing streets",
    "When the street that you want to cross has two or more lanes",
    "When another car is already waiting at the corner for you"
   ],
   "correct": 1,
   "explanation": "In the last 100 feet you need a clear view of the intersection and of traffic for 100 feet along all the streets. Without that view the prima facie limit is 15 mph (CVC 22352(a))."
  },
  {
   "id": "CA-030",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "There are no markings, no curb extension and no local rule. How far before a crosswalk, on the side from which vehicles approach, must you park at least?",
   "options": [
    "10 feet",
    "5 feet",
    "20 feet",
    "15 feet"
   ],
   "correct": 2,
   "explanation": "You may not park within 20 feet of a marked or unmarked crosswalk. Where a curb extension is present, the distance is 15 feet (California Driver's Handbook, Section 6)."
  },
  {
   "id": "CA-031",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "What is the least liability cover a standard California auto policy issued in 2025 or later must give for the injury or death of one person?",
   "options": [
    "$100,000",
    "$15,000",
    "$50,000",
    "$30,000"
   ],
   "correct": 3,
   "explanation": "Since 1 January 2025 the minimum is $30,000 for one person and $60,000 for more than one person. It is $15,000 for property damage (CVC 16430; SB 1107 of 2022)."
  },
  {
   "id": "CA-032",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 35, have no earlier DUI, and a chemical test after your arrest shows 0.10 percent. How long is the DMV's own administrative suspension, if no court convicts you?",
   "options": [
    "2 months",
    "30 days",
    "18 months",
    "4 months"
   ],
   "correct": 3,
   "explanation": "The administrative suspension is four months when the record shows no separate DUI offense, refusal or excess alcohol within 10 years (CVC 13353.3(b)). It can end earlier after a conviction with an interlock device."
  },
  {
   "id": "CA-033",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "You have enough people aboard for the car pool lane, but double solid lines separate it from you. What may you do?",
   "options": [
    "Wait for a marked opening, and enter there",
    "Cross if you drive slower than the car pool lane",
    "Cross after signaling for at least 100 feet",
    "Cross if the car pool lane is empty behind you"
   ],
   "correct": 0,
   "explanation": "You may not cross double solid lines to enter or leave a car pool lane (California Driver's Handbook, Section 6). You wait for an opening in the markings. The number of people aboard makes no difference."
  },
  {
   "id": "CA-034",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "You are convicted for the first time of driving 105 mph on a California freeway. What may the court do besides fining you?",
   "options": [
    "Nothing, as only a fine is provided for",
    "Suspend your license for up to ten years",
    "Lower your own speed limit to 45 mph",
    "Suspend your license for up to 30 days"
   ],
   "correct": 3,
   "explanation": "Driving faster than 100 mph is an offense of its own. The first fine is up to $500, and the court may suspend the license for up to 30 days (CVC 22348(b)). Two points go on your record (CVC 12810)."
  },
  {
   "id": "CA-035",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "Your child is 20 months old, weighs 25 pounds and is 32 inches tall. How must the child ride in your car?",
   "options": [
    "On a booster seat with the car's belt, in the back",
    "In a forward-facing child seat, in the back",
    "In a rear-facing child seat, in the back",
    "In a forward-facing child seat, in front"
   ],
   "correct": 2,
   "explanation": "As of July 2024, a child under 2 who is under 40 pounds and under 3 feet 4 inches tall rides in a rear-facing seat. CVC 27360 puts children under 8 in a rear seat."
  },
  {
   "id": "CA-036",
   "type": "state",
   "state": "CA",
   "category": "licensing",
   "question": "You are 40 and renew an ordinary California driver's license in good time. For how long is the new license usually valid?",
   "options": [
    "For about eight years, to a birthday of yours",
    "For about ten years, to a birthday of yours",
    "For about five years, to a birthday of yours",
    "For about two years, to a birthday of yours"
   ],
   "correct": 2,
   "explanation": "A renewal runs to the holder's fifth birthday after the old license expires (CVC 12816(b)). The DMV may adjust the date in some cases."
  },
  {
   "id": "CA-037",
   "type": "state",
   "state": "CA",
   "category": "alcoholLaws",
   "question": "You are 19 and drive on a private errand. When may you have a sealed bottle of wine in the car?",
   "options": [
    "When it is locked in the trunk",
    "When a parent rides along with you",
    "When its seal and cap have not been broken",
    "When it lies in a bag far from your seat"
   ],
   "correct": 1,
   "explanation": "A driver under 21 may not carry alcohol, even sealed, unless an adult such as a parent rides along (CVC 23224). Some people who work for a licensed seller are also exempt."
  },
  {
   "id": "CA-038",
   "type": "state",
   "state": "CA",
   "category": "trafficLaws",
   "question": "A street has two lanes each way and no median. A school bus coming the other way stops with its red lights flashing. Must you stop?",
   "options": [
    "Yes, since red bus lights stop all traffic on any road",
    "No, since oncoming traffic never stops for a bus",
    "No, since the road has two or more lanes each way",
    "Yes, since the road has no raised median or barrier"
   ],
   "correct": 2,
   "explanation": "You need not stop for a bus on the other side if the highway has two or more lanes in each direction (California Driver's Handbook). On other undivided roads both directions stop. Keep watching for children."
  },
  {
   "id": "CA-039",
   "type": "state",
   "state": "CA",
   "category": "speedLimits",
   "question": "What is the highest lawful speed for a car on a California freeway where no sign allows a higher one?",
   "options": [
    "65 mph",
    "70 mph",
    "55 mph",
    "60 mph"
   ],
   "correct": 0,
   "explanation": "The general maximum in California is 65 mph (CVC 22349(a)). CVC 22356 is the exception for roads that are posted higher."
  },
  {
   "id": "CA-040",
   "type": "state",
   "state": "CA",
   "category": "parkingAndEquipment",
   "question": "What does a curb painted green mean?",
   "options": [
    "You may stop only to let people in or out",
    "You may park for a limited time",
    "You may park only with a disabled placard",
    "You may stop only to load freight"
   ],
   "correct": 1,
   "explanation": "Green marks parking for a limited time, which is posted or painted there. White is for passengers, yellow for loading and blue for disabled persons. Red forbids stopping (California Driver's Handbook, Section 6)."
  }
 ]
}

"""##
