// Written by tools/bank from schemas/bank/universal.json; do not edit.

extension BuiltInBanks {
    /// schemas/bank/universal.json: 96921 bytes.
    static let universalText = BankText(sha256: "83acefec53bab9cbf38f35913c8529260c22c71a22355f8bc931dd3b401612f9", text: universalFile)

    /// Read when it is first asked for, and kept.
    static let universal = universalText.bank
}

private let universalFile = ##"""
{
 "daybookBank": 1,
 "state": "ALL",
 "edition": "demonstration 1",
 "language": "en",
 "questions": [
  {
   "id": "U-001",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A fluorescent yellow-green diamond shows a walking person, and a plaque below has an arrow slanting down. What is here?",
   "options": [
    "A bus stop with a waiting shelter",
    "A sidewalk closed for repairs",
    "A path where bicycles are banned",
    "A crosswalk at that very place"
   ],
   "correct": 3,
   "explanation": "The downward slanting arrow shows that the pedestrian crossing is at the sign itself. Watch for people about to step out and be ready to let them cross."
  },
  {
   "id": "U-002",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Which rules apply to a person who rides a bicycle on the roadway?",
   "options": [
    "Only the rules for people on foot",
    "No traffic rules, as a bicycle has no plate",
    "Only the rules about lights at night",
    "In general the same as for drivers of vehicles"
   ],
   "correct": 3,
   "explanation": "A cyclist on the roadway has in general the rights and the duties of a driver: stopping at red lights and stop signs, riding with the traffic and signaling turns."
  },
  {
   "id": "U-003",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "Federal law presses every state to have a zero-tolerance law for drivers under 21. What is the highest blood alcohol level at which it may begin to apply?",
   "options": [
    "0.04 percent",
    "0.08 percent",
    "0.02 percent",
    "0.05 percent"
   ],
   "correct": 2,
   "explanation": "A state that does not make 0.02 percent or more an offense for drivers under 21 loses part of its federal highway money (23 U.S.C. 161). Some states set an even lower level."
  },
  {
   "id": "U-004",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "A motorcycle is riding near the left side of its lane. May you drive beside it in the same lane?",
   "options": [
    "Yes, if you both go the same speed",
    "Only in slow city traffic",
    "Yes, if the lane is wide enough for both",
    "No, it is entitled to the full lane"
   ],
   "correct": 3,
   "explanation": "A motorcyclist needs the whole lane to avoid potholes, gravel and wind. A car never shares a lane with a motorcycle; to pass, you change lanes as for a car."
  },
  {
   "id": "U-005",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "While parking you dent an unattended car and cannot find its owner. What must you do?",
   "options": [
    "Leave a note with your name and contact details",
    "Nothing, if the damage is small",
    "Wait ten minutes near the car, after which you may leave",
    "Drive home and wait for the owner to call"
   ],
   "correct": 0,
   "explanation": "A driver who damages an unattended vehicle must try to find the owner or leave a written notice with the needed details in a visible place. Many states also want a report to the police, and driving off without doing this can be charged as a hit-and-run."
  },
  {
   "id": "U-006",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What must you do at a flashing red traffic light?",
   "options": [
    "Slow down and go without having to stop",
    "Turn right, since no other way is allowed",
    "Wait there until the light turns green",
    "Stop completely, then go when it is safe"
   ],
   "correct": 3,
   "explanation": "A flashing red light has the same meaning as a STOP sign. You stop, yield to others with the right of way, and then go."
  },
  {
   "id": "U-007",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "What is the acceleration lane of a freeway entrance for?",
   "options": [
    "Passing slow traffic in the right lane",
    "Stopping to wait for a large gap",
    "Letting freeway drivers yield to you",
    "Reaching the speed of traffic before you merge"
   ],
   "correct": 3,
   "explanation": "You use the lane to match the speed of freeway traffic and to find a gap. The entering driver yields; stopping there makes merging much harder."
  },
  {
   "id": "U-008",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What does a white triangle with a red border, pointing down, require of you?",
   "options": [
    "To keep your speed, because drivers on the crossing road have to wait",
    "To come to a full stop every time, even when the crossing road is empty",
    "To turn in the direction of the lower point of the triangle",
    "To slow down, give way to others, and stop if that is needed"
   ],
   "correct": 3,
   "explanation": "This is the YIELD sign. You give way to vehicles and pedestrians that have the right of way, and you stop only if that is needed to do so."
  },
  {
   "id": "U-009",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "How should a head restraint be set to protect you from neck injury?",
   "options": [
    "Tilted back as far as it can go",
    "Behind the back of your head",
    "Behind the middle of your neck",
    "Level with the tops of your shoulders"
   ],
   "correct": 1,
   "explanation": "In a rear-end crash the restraint must catch the head, not the neck. It should be close behind the back of the head, at about the height of the ears or higher."
  },
  {
   "id": "U-010",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "A road has three lanes in your direction, and you drive more slowly than everyone else. Which lane should you use?",
   "options": [
    "The lane with the fewest cars",
    "The right lane",
    "The middle lane",
    "The left lane"
   ],
   "correct": 1,
   "explanation": "Slower traffic keeps to the right lane unless it is preparing to turn left or to pass, so that faster traffic need not pass it on the right."
  },
  {
   "id": "U-011",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Above your freeway lane, a sign has a yellow panel with the words EXIT ONLY. What will happen if you stay in this lane?",
   "options": [
    "You will leave the freeway at that exit",
    "You will have to stop for a toll booth",
    "You will pass the exit and go straight on",
    "You will enter a lane kept for carpools"
   ],
   "correct": 0,
   "explanation": "The lane under an EXIT ONLY panel does not continue past the exit. If you do not want to leave, change lanes early and safely."
  },
  {
   "id": "U-012",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "You have to drive on packed snow. Which way of driving is best?",
   "options": [
    "With low tire pressure and cruise control on",
    "Slowly, with gentle use of all controls",
    "At high speed on hills, to keep your momentum",
    "At normal speed, with firm, quick braking"
   ],
   "correct": 1,
   "explanation": "Grip on snow is small, and any sudden change of speed or direction can use it up. Gentle inputs, low speed and a much larger gap keep you in control."
  },
  {
   "id": "U-013",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "A light far ahead has been green ever since you first saw it. How should you approach it?",
   "options": [
    "Look only at the light until you are past it",
    "Be ready to stop, as it may soon change",
    "Stop and wait for a fresh green light",
    "Speed up to get through before it changes"
   ],
   "correct": 1,
   "explanation": "A light that has been green for a while is likely to turn yellow soon. You watch traffic, check behind you and keep a speed from which you can stop."
  },
  {
   "id": "U-014",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "A tired driver takes a stimulant to stay awake on a long trip. What is the danger?",
   "options": [
    "Reaction to sounds becomes too quick for traffic",
    "Night vision is lost for some days after the trip",
    "Fatigue can return suddenly when the drug wears off",
    "Any alcohol in the blood will be doubled in strength"
   ],
   "correct": 2,
   "explanation": "Stimulants hide tiredness without curing it and can make a driver overconfident. When the effect ends, heavy fatigue can set in suddenly. Only sleep restores alertness."
  },
  {
   "id": "U-015",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are inside a roundabout and realize that you have just passed your exit. What should you do?",
   "options": [
    "Stop and wait until traffic lets you turn around",
    "Stop and back up to the exit",
    "Go around again to the exit",
    "Turn left across the center island"
   ],
   "correct": 2,
   "explanation": "Stopping, backing or turning against the flow in a roundabout surprises other drivers. Another trip around the circle is safe and takes only seconds."
  },
  {
   "id": "U-016",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A railroad crossing has only a white X-shaped crossbuck sign, with no lights or gates. What must you do there?",
   "options": [
    "Yield to any train and cross only when the track is clear",
    "Speed up so that you spend less time on the track",
    "Wait until a railroad worker signals you to cross",
    "Sound the horn and go, since trains must slow here"
   ],
   "correct": 0,
   "explanation": "The crossbuck works like a YIELD sign. You slow down, look and listen in both directions, and give way to trains, which cannot stop quickly."
  },
  {
   "id": "U-017",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Beside a parking space with the wheelchair symbol there is an area painted with slanting stripes. What is it for?",
   "options": [
    "Room for wheelchair ramps, not parking",
    "Motorcycles and bicycles that need little room",
    "A second car when the marked space is taken",
    "Short stops by drivers who pick someone up"
   ],
   "correct": 0,
   "explanation": "The striped access aisle gives people room to open doors and use ramps or lifts. Nobody may park there, not even with a permit."
  },
  {
   "id": "U-018",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You and a driver on the cross street reach a four-way stop at the same moment. Who should let the other go first?",
   "options": [
    "The driver on the left",
    "The driver of the smaller vehicle",
    "The driver who is on the narrower street",
    "The driver on the right"
   ],
   "correct": 0,
   "explanation": "When two vehicles arrive together at an all-way stop on crossing streets, the driver on the left yields to the driver on the right. The size of the vehicle or street plays no part."
  },
  {
   "id": "U-019",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Which is the safest place in a car for a child under 13 years old?",
   "options": [
    "The cargo area, sitting on a cushion",
    "The front seat, with the seat moved back",
    "The back seat, in the right restraint",
    "The front seat, on an adult's lap"
   ],
   "correct": 2,
   "explanation": "Safety experts, NHTSA among them, advise that children ride in the back through age 12, in a car seat, booster or belt that fits them. An opening front air bag can injure them badly."
  },
  {
   "id": "U-020",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Which lights should you use when you drive in fog?",
   "options": [
    "Hazard lights without headlights",
    "Parking lights only",
    "Low-beam headlights",
    "High-beam headlights"
   ],
   "correct": 2,
   "explanation": "Fog reflects high beams back into your eyes as glare. Low beams light the road in front of you and let others see you; parking lights are too weak."
  },
  {
   "id": "U-021",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A large flashing arrow board in your lane at a work zone points to the right. What should you do?",
   "options": [
    "Take the next exit on the right-hand side",
    "Stop and wait until the arrow is turned off",
    "Move to the right when you can do so safely",
    "Stay in your lane and follow close behind others"
   ],
   "correct": 2,
   "explanation": "The arrow shows that the lane behind it is closed and which way to go. Signal, look for a gap, and change lanes early."
  },
  {
   "id": "U-022",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Another driver is passing you on a two-lane road. What must you do?",
   "options": [
    "Stop on the shoulder until the pass is over",
    "Keep right and do not speed up",
    "Move toward the center line",
    "Speed up so that the pass is over sooner"
   ],
   "correct": 1,
   "explanation": "The driver being passed stays to the right and does not increase speed until the pass is finished. Speeding up keeps the other driver in the oncoming lane for longer."
  },
  {
   "id": "U-023",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You wait in an intersection to turn left. Why should you keep your front wheels pointing straight ahead?",
   "options": [
    "Oncoming drivers then know that you will turn",
    "The turn signal works only when they are straight",
    "A push from behind would not send you into oncoming traffic",
    "It wears the tires less while you wait"
   ],
   "correct": 2,
   "explanation": "If a car hits you from behind while your wheels are turned left, you are pushed into the oncoming lanes. With straight wheels you roll forward in your own lane."
  },
  {
   "id": "U-024",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "Which of these holds about as much pure alcohol as 12 ounces of regular beer?",
   "options": [
    "1 ounce of table wine",
    "5 ounces of whiskey",
    "12 ounces of table wine",
    "5 ounces of table wine"
   ],
   "correct": 3,
   "explanation": "A standard drink is about 12 ounces of 5 percent beer, 5 ounces of 12 percent wine or 1.5 ounces of 80-proof liquor. Each holds about 0.6 ounce of pure alcohol."
  },
  {
   "id": "U-025",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A panel with slanting yellow and black stripes stands in front of a bridge pier. On which side do you pass it?",
   "options": [
    "The side toward which the stripes slope up",
    "Always the left side, whatever the stripes show",
    "The side toward which the stripes slope down",
    "The side with the wider shoulder or sidewalk"
   ],
   "correct": 2,
   "explanation": "The stripes of an object marker slope downward toward the side on which traffic should pass the obstruction."
  },
  {
   "id": "U-026",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "In which of these cases may you pass another vehicle on its right?",
   "options": [
    "It is slowing and there is a sidewalk to its right",
    "It is driving at the speed limit on a two-lane road",
    "It is waiting to turn left and an open lane lies to its right",
    "It is a school bus with its red lights flashing"
   ],
   "correct": 2,
   "explanation": "Passing on the right is allowed where there is a proper lane for it, such as beside a vehicle waiting to turn left. Driving off the roadway or passing a loading school bus is not."
  },
  {
   "id": "U-027",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow sign shows a car with wavy tracks behind it. What should you do when the road is wet?",
   "options": [
    "Keep your speed and brake firmly in each curve",
    "Slow down and avoid sudden steering or braking",
    "Move to the shoulder until the road has dried",
    "Shift to neutral so that the wheels roll freely"
   ],
   "correct": 1,
   "explanation": "The sign warns that the pavement becomes slippery when wet. Lower speed and gentle use of steering, brakes and gas keep the tires gripping."
  },
  {
   "id": "U-028",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "What is the chief benefit of antilock brakes in hard braking?",
   "options": [
    "You can still steer while you brake",
    "You can follow other cars more closely",
    "You always stop in half the distance",
    "You cannot slide on ice"
   ],
   "correct": 0,
   "explanation": "ABS keeps the wheels from locking, and a wheel that turns can be steered. It does not always shorten the stop, and on ice, snow or gravel you can still slide."
  },
  {
   "id": "U-029",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Your car stalls on railroad tracks and a train is coming. What should you do?",
   "options": [
    "Call 911 from inside the car and wait for help",
    "Keep trying to start the engine until the last moment",
    "Stay belted in, as the car protects you",
    "Get everyone out and move off, away from the tracks"
   ],
   "correct": 3,
   "explanation": "A train may need a mile or more to stop. You leave the car and go away from the tracks at an angle toward the train, so that flying wreckage does not strike you."
  },
  {
   "id": "U-030",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "At an intersection where turning right on a red light is allowed, what must you do before you turn?",
   "options": [
    "Stop only if a vehicle is coming from the left",
    "Slow down to 10 mph and look to the left",
    "Sound the horn to warn people in the crosswalk",
    "Make a full stop and yield to traffic and people crossing"
   ],
   "correct": 3,
   "explanation": "Where a right turn on red is permitted it always begins with a complete stop. You then yield to people in the crosswalk and to traffic that has the green light."
  },
  {
   "id": "U-031",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond shows a small red octagon and a black arrow pointing up. What is ahead?",
   "options": [
    "A STOP sign",
    "A police checkpoint",
    "A dead end",
    "A traffic light"
   ],
   "correct": 0,
   "explanation": "The STOP AHEAD sign is used where drivers might otherwise see the STOP sign too late, such as behind a curve. Begin to slow down so that you can stop at the line."
  },
  {
   "id": "U-032",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You have passed a heavy truck on the freeway. Why must you leave extra room before you move in front of it?",
   "options": [
    "It picks up speed faster than a car does",
    "It needs much more distance to stop than a car",
    "It has the right of way over cars on freeways",
    "Its driver must by law speed up after being passed"
   ],
   "correct": 1,
   "explanation": "A loaded truck may weigh about twenty times as much as a car and needs far longer to stop. Cutting in close takes away the space its driver needs."
  },
  {
   "id": "U-033",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "How does a full meal before drinking affect you?",
   "options": [
    "It makes alcohol leave the body twice as fast",
    "It slows the intake of alcohol into the blood",
    "It keeps all the alcohol out of the bloodstream",
    "It protects your judgment but not your vision"
   ],
   "correct": 1,
   "explanation": "Food in the stomach delays the absorption of alcohol, so the level rises more slowly. The alcohol still reaches your blood, and you can still become impaired."
  },
  {
   "id": "U-034",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Two solid white lines run side by side between your lane and the next lane in your direction. What do they mean?",
   "options": [
    "Parking is allowed on the far side",
    "Cross them only while passing a truck",
    "Do not cross them to change lanes",
    "Opposing traffic is just beyond them"
   ],
   "correct": 2,
   "explanation": "A double solid white line between lanes going the same way marks a place where changing lanes is prohibited."
  },
  {
   "id": "U-035",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "A person walks across in the middle of the block, far from any crosswalk, right in your path. What is your duty?",
   "options": [
    "To stop only if the person is a child",
    "To take care not to hit the person",
    "To sound the horn and drive around closely",
    "To keep your speed, as you have the right of way"
   ],
   "correct": 1,
   "explanation": "Having the right of way never allows you to hit someone. Every driver must take due care to avoid a collision with a person on foot, wherever that person crosses."
  },
  {
   "id": "U-036",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Which of these makes hydroplaning more likely?",
   "options": [
    "High speed with worn tires on standing water",
    "Low speed with new tires on damp pavement",
    "Tires at the advised pressure with deep tread",
    "None of the above"
   ],
   "correct": 0,
   "explanation": "Speed, worn tread and standing water together let the tires ride up on a film of water. Slowing down and keeping good, properly inflated tires lowers the risk."
  },
  {
   "id": "U-037",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "What does it mean to overdrive your headlights?",
   "options": [
    "You drive with lights that are aimed too high",
    "You leave them on when the engine is off",
    "You use high beams where street lights are bright enough",
    "You cannot stop within the distance they light up"
   ],
   "correct": 3,
   "explanation": "At night you should be able to stop within the stretch of road that you can see. At a higher speed, an object in the dark appears too late to avoid."
  },
  {
   "id": "U-038",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Several yellow signs, each with a black mark like an arrowhead, line the outside of the road ahead. What do they show?",
   "options": [
    "The direction and sharpness of a curve",
    "The side on which passing is allowed",
    "The start of a lane for turning traffic",
    "The route of a detour around road work"
   ],
   "correct": 0,
   "explanation": "Chevron signs stand along the outside of a sharp curve and point the way the road bends. Slow down before you enter the curve."
  },
  {
   "id": "U-039",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "In the lane next to yours, a car has stopped in front of a crosswalk with no signal. You cannot see why. What should you do?",
   "options": [
    "Stop too, as someone may be crossing",
    "Sound the horn and go on at the same speed",
    "Change to a lane farther away and keep your speed",
    "Pass it quickly while your lane is clear"
   ],
   "correct": 0,
   "explanation": "A car stopped at a crosswalk may be letting someone cross and can hide that person from you. The law forbids passing a car that has stopped for someone crossing."
  },
  {
   "id": "U-040",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You want to turn left and face a flashing yellow arrow. What may you do?",
   "options": [
    "Turn after you yield to oncoming traffic and pedestrians",
    "Turn only after you have made a complete stop",
    "Wait, because no turn is allowed until a green arrow",
    "Turn without waiting, because oncoming traffic has a red light"
   ],
   "correct": 0,
   "explanation": "A flashing yellow arrow permits the turn without protection. Oncoming traffic may have a green light, so wait for a safe gap."
  },
  {
   "id": "U-041",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Why do drivers who turn left often misjudge an oncoming motorcycle?",
   "options": [
    "Motorcycles must yield to cars turning left",
    "Its headlight is not allowed to be on by day",
    "Motorcycles are allowed to go faster than cars",
    "Its small size makes it seem farther away and slower"
   ],
   "correct": 3,
   "explanation": "A narrow shape gives the eye little to judge distance and speed by, so a motorcycle may be nearer and faster than it looks. Look twice before you turn across its path."
  },
  {
   "id": "U-042",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You have parked at the right curb and want to get out on the side of the traffic. What must you do before you open the door?",
   "options": [
    "Open it a little so that others slow down",
    "Sound the horn once to warn others",
    "Check that no vehicle or cyclist is coming close",
    "Turn on the turn signal on that side"
   ],
   "correct": 2,
   "explanation": "An opening door can strike a cyclist or be struck by a car. You look back and open it only when that is safe, and leave it open no longer than you need."
  },
  {
   "id": "U-043",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You see only the back of a sign that faces the crossing road, and it has eight sides. What must drivers on that road do?",
   "options": [
    "Keep to the right of an island",
    "Come to a full stop",
    "Turn in one direction only",
    "Yield without stopping"
   ],
   "correct": 1,
   "explanation": "Eight sides are reserved for the STOP sign, so the shape alone tells you its message, even from behind or when the face is covered."
  },
  {
   "id": "U-044",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "At a party a friend who has been drinking reaches for the car keys. What is the best thing to do?",
   "options": [
    "Offer coffee first, then let the friend go",
    "Let the friend go by quiet back roads",
    "Follow closely behind in your own car",
    "Arrange a ride with a sober driver"
   ],
   "correct": 3,
   "explanation": "The only safe answer is for someone sober to drive. Call a taxi, a ride service or a sober person, or let your friend stay the night."
  },
  {
   "id": "U-045",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "You are about to drive down a long, steep hill. How do you keep your brakes from overheating?",
   "options": [
    "Shift to neutral and brake all the way down",
    "Hold the brake lightly all the way down",
    "Shift to a lower gear before you start down",
    "Turn off the engine and use the parking brake"
   ],
   "correct": 2,
   "explanation": "In a lower gear the engine holds the car back, so the brakes are needed only now and then. Brakes used without a break can overheat and fade, and coasting in neutral gives up engine braking."
  },
  {
   "id": "U-046",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You want to move into the lane beside yours, and a car is already driving there next to you. Who goes first?",
   "options": [
    "The car that is already in that lane",
    "You, once your turn signal is on",
    "You, if your own lane ends soon",
    "Whichever of you speeds up first"
   ],
   "correct": 0,
   "explanation": "A driver who changes lanes may do so only when it is safe, and yields to the traffic that is in the other lane. A turn signal announces the move but gives no right to it."
  },
  {
   "id": "U-047",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "A driver is following you much too closely on a two-lane road. What is the best response?",
   "options": [
    "Switch on your high beams",
    "Speed up until the gap is wider",
    "Touch the brakes hard as a warning",
    "Slow down gradually and let that driver pass"
   ],
   "correct": 3,
   "explanation": "Slowing gently and widening the gap in front lets the tailgater pass and lets you brake softly. Braking hard invites a rear-end crash, and speeding up seldom helps."
  },
  {
   "id": "U-048",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "The vehicle ahead of you carries an orange triangle with a red border on its rear. What does it mean?",
   "options": [
    "It moves slowly, so you will catch up quickly",
    "It is driven by somebody who is learning",
    "It carries gas or another flammable load",
    "It has broken down and cannot be moved"
   ],
   "correct": 0,
   "explanation": "This is the emblem for slow-moving vehicles such as farm tractors, which are built for about 25 mph or less. Slow down early and pass only where that is allowed and safe."
  },
  {
   "id": "U-049",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You face a steady green arrow that points left. What does it mean?",
   "options": [
    "You may turn left only after a complete stop",
    "You must yield to oncoming cars that also have green",
    "You may turn left or drive straight ahead",
    "You may turn left, with oncoming traffic held by a red light"
   ],
   "correct": 3,
   "explanation": "A green arrow gives you a protected movement in its direction. You still yield to pedestrians and vehicles lawfully in the intersection."
  },
  {
   "id": "U-050",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Why may you not make a U-turn on a curve or just below the top of a hill?",
   "options": [
    "Drivers who come around or over it see you too late",
    "Other drivers would have to signal as well",
    "Your tires wear out faster on slopes and curves",
    "The road is always too narrow there to turn in"
   ],
   "correct": 0,
   "explanation": "A U-turn takes several seconds across the whole road. Where approaching drivers cannot see you from far enough away, they cannot stop in time."
  },
  {
   "id": "U-051",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "When should you leave more than your usual following distance?",
   "options": [
    "When the road is wet or icy",
    "When you follow a motorcycle",
    "When a driver follows you too closely",
    "All of the above"
   ],
   "correct": 3,
   "explanation": "Slick roads lengthen your stopping distance, a motorcycle may slow suddenly or fall, and with a tailgater behind you need room to slow gently. Each is a reason for a larger gap."
  },
  {
   "id": "U-052",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Why do bridges often become icy before the rest of the road?",
   "options": [
    "Their surfaces are always steeper",
    "Cold air passes both above and below them",
    "Fewer vehicles use them",
    "Their pavement is painted with a sealer"
   ],
   "correct": 1,
   "explanation": "The ground under a normal road holds some heat. A bridge loses heat from its top and its underside, so it can be icy while the road before it is only wet."
  },
  {
   "id": "U-053",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "In a work zone, a flagger faces you with a STOP paddle, but the lane beyond looks empty. What should you do?",
   "options": [
    "Stop and wait until the flagger signals you to go",
    "Drive around the flagger on the paved shoulder",
    "Go on slowly, since a flagger can only give advice",
    "Stop for a moment, then go as you would at a STOP sign"
   ],
   "correct": 0,
   "explanation": "You must obey a flagger's directions. Vehicles may be coming from the other end of a shared lane, or machines may be about to move into the road."
  },
  {
   "id": "U-054",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "How can alcohol affect your eyesight when you drive at night?",
   "options": [
    "Your pupils adjust to glare more quickly",
    "Your judgment of distance gets sharper",
    "Your view to both sides becomes wider",
    "Your eyes follow moving objects less well"
   ],
   "correct": 3,
   "explanation": "Alcohol weakens the control of the eye muscles, so tracking other vehicles, focusing and judging distance all become harder."
  },
  {
   "id": "U-055",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "On a two-lane road without a median, an oncoming school bus has stopped with its red lights flashing. What must you do?",
   "options": [
    "Slow down and pass the bus with care",
    "Go on, since only traffic behind the bus must stop",
    "Stop and stay stopped until the red lights are off",
    "Stop, then go as soon as you see no children"
   ],
   "correct": 2,
   "explanation": "On an undivided two-lane road, traffic in both directions stops for the flashing red lights of a school bus. You do not move until the signals are turned off or the bus moves on."
  },
  {
   "id": "U-056",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Where is a good place for your hands on the steering wheel of a car with an air bag?",
   "options": [
    "Together at the bottom, at 6 o'clock",
    "Together at the top, at 12 o'clock",
    "On opposite sides, near 9 and 3 o'clock",
    "One hand at 12 o'clock, one on the shifter"
   ],
   "correct": 2,
   "explanation": "Hands at about 9 and 3 o'clock give good control on both sides and keep your arms out of the way of an opening air bag."
  },
  {
   "id": "U-057",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A square white sign bears a red disk with a white bar across its middle. What must you do?",
   "options": [
    "Enter, but give way to oncoming cars",
    "Enter only to drop off a passenger",
    "Stop first, then enter with care",
    "Keep out of that street or ramp"
   ],
   "correct": 3,
   "explanation": "This is the DO NOT ENTER sign. It stands where traffic comes out toward you, for example at a freeway exit ramp or at the end of a one-way street."
  },
  {
   "id": "U-058",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Your light is green, but traffic beyond the intersection has stopped and there is no room for your car. What should you do?",
   "options": [
    "Move in and stop on the far crosswalk",
    "Wait before the intersection until there is room",
    "Enter slowly with your hazard lights on",
    "Move in and stop in the middle of the intersection"
   ],
   "correct": 1,
   "explanation": "A green light does not allow you to block an intersection or crosswalk. You wait behind the line until you can get all the way across."
  },
  {
   "id": "U-059",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You come to several orange diamond-shaped signs. What do they announce?",
   "options": [
    "A scenic or historic route",
    "A school zone in session",
    "A toll plaza just ahead",
    "A temporary work zone"
   ],
   "correct": 3,
   "explanation": "Orange is the color of temporary traffic control. Expect workers, equipment, narrow or shifted lanes, and slower traffic."
  },
  {
   "id": "U-060",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "A deer runs across the road in front of you at night. What should you expect?",
   "options": [
    "Others may follow it",
    "It will wait for you to sound the horn",
    "Other deer will be scared off by your lights",
    "It will not come back to the road"
   ],
   "correct": 0,
   "explanation": "Deer often travel in groups, so one crossing is a warning of more. You slow down, and if a hit cannot be avoided, brake firmly in your lane rather than swerve."
  },
  {
   "id": "U-061",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Which parts make up your total stopping distance?",
   "options": [
    "Reaction distance and length of the vehicle",
    "Braking distance only",
    "Perception, reaction and braking distance",
    "Following distance and braking distance"
   ],
   "correct": 2,
   "explanation": "The car keeps moving while you notice the danger and while you move your foot to the brake. Only then does the braking distance begin; the three together are what you need to stop."
  },
  {
   "id": "U-062",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "From which lane do you make a left turn when your street and the street you turn into are both two-way?",
   "options": [
    "From the right lane, swinging wide around the other traffic",
    "From the oncoming lane, if it is empty",
    "From the lane for your direction nearest the center line",
    "From whichever lane has the fewest vehicles"
   ],
   "correct": 2,
   "explanation": "Unless signs or markings say otherwise, a left turn starts from the lane closest to the center line and ends to the right of the center line of the street you enter."
  },
  {
   "id": "U-063",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond shows a truck on a slope. What does it warn you of?",
   "options": [
    "A lane set aside for slow trucks",
    "A place where trucks enter the road",
    "A steep downhill stretch",
    "A weigh station for large trucks"
   ],
   "correct": 2,
   "explanation": "This is the HILL sign. It stands before a downgrade that asks for extra care because of its slope or length; plaques below it may give the grade in percent."
  },
  {
   "id": "U-064",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "What is meant by implied consent in the law about drinking and driving?",
   "options": [
    "By driving, you have agreed to lawful tests for alcohol or drugs",
    "By riding along, you share the blame with a driver who drinks",
    "By buying drinks, you agree to let others take you home",
    "By owning a car, you let the police search it at any time"
   ],
   "correct": 0,
   "explanation": "Under implied consent laws, driving on public roads counts as agreement to a chemical test when an officer lawfully requires one. Details and penalties for refusing are set by each state."
  },
  {
   "id": "U-065",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You must set a new destination in your navigation system during a trip. What is the safest way?",
   "options": [
    "Set it while you wait at red lights",
    "Park in a safe place and set it there",
    "Set it on a straight road with little traffic",
    "Steer with one hand and glance at it briefly"
   ],
   "correct": 1,
   "explanation": "Entering an address takes your eyes and thoughts off the road for many seconds. Doing it while safely parked removes the risk, while even at a red light you need to watch what goes on."
  },
  {
   "id": "U-066",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A sign at a traffic signal reads NO TURN ON RED. You want to turn right, and no one is coming. What must you do?",
   "options": [
    "Turn only after all pedestrians are gone",
    "Turn slowly without stopping at the line",
    "Wait for a green signal before you turn",
    "Stop fully and then turn with great care"
   ],
   "correct": 2,
   "explanation": "The sign takes away any permission to turn right after stopping at a red light. An empty road does not change that."
  },
  {
   "id": "U-067",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are leaving a roundabout and someone on foot is in the crosswalk at your exit. What should you do?",
   "options": [
    "Speed up to pass in front of the person",
    "Sound the horn and continue at your speed",
    "Yield to the person before you leave the circle",
    "Keep going, as traffic in the circle has priority"
   ],
   "correct": 2,
   "explanation": "Crosswalks are found at the entries and exits of roundabouts. You yield to people crossing both when you come in and when you leave."
  },
  {
   "id": "U-068",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Your engine fails on a freeway, but the car is still rolling. What should you try to do?",
   "options": [
    "Roll onto the right shoulder and turn on hazard lights",
    "Leave the car in its lane and walk for help",
    "Stop in your lane and raise the hood",
    "Stop in the left lane, next to the median"
   ],
   "correct": 0,
   "explanation": "You use the speed you still have to get well out of the traffic lanes, and warn others with your hazard lights. A car standing in a lane may be struck at high speed."
  },
  {
   "id": "U-069",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A row of solid white triangles is painted across your lane, with their points toward you. What do they mark?",
   "options": [
    "The edge of a loading area",
    "The place where you yield",
    "The start of a bus lane",
    "The end of a school zone"
   ],
   "correct": 1,
   "explanation": "The triangles form a yield line. They show where to wait when you have to yield, for example at a roundabout or before a crosswalk."
  },
  {
   "id": "U-070",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You follow a large truck and cannot see either of its side mirrors. What does this mean?",
   "options": [
    "The truck is about to slow down or turn",
    "Its driver most likely cannot see you",
    "You are at the right following distance",
    "You are in the best place for passing"
   ],
   "correct": 1,
   "explanation": "Large trucks have big blind spots in front, behind and on both sides. If you cannot see the driver in a mirror, assume that the driver cannot see you, and drop back."
  },
  {
   "id": "U-071",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "On a two-way street, an ambulance with siren and flashing lights comes up behind you. What must you do?",
   "options": [
    "Keep your speed and let it find a way around",
    "Speed up to keep ahead of it until it turns",
    "Pull to the right edge of the road and stop",
    "Stop at once in the lane where you are"
   ],
   "correct": 2,
   "explanation": "You make room by pulling as close as you can to the right edge, clear of any intersection, and stay stopped until the emergency vehicle has passed."
  },
  {
   "id": "U-072",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "At night on a divided highway you notice a solid yellow line along your right edge and a white line along your left. What does this tell you?",
   "options": [
    "You have entered a lane for carpools",
    "You are near the end of the freeway",
    "You are on a bridge without a shoulder",
    "You may be driving on the wrong side"
   ],
   "correct": 3,
   "explanation": "On a divided highway the yellow edge line belongs on your left and the white one on your right. If they are reversed, you are going the wrong way."
  },
  {
   "id": "U-073",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "You want to take an over-the-counter cold medicine and then drive. What should you do first?",
   "options": [
    "Nothing, since only prescription drugs affect driving",
    "Read the label for warnings about drowsiness or driving",
    "Take half a dose, since that cannot affect your driving",
    "Drink some coffee to balance the effects of the medicine"
   ],
   "correct": 1,
   "explanation": "Many medicines sold without a prescription can make you drowsy or slow your reactions. Read the label, ask a pharmacist if in doubt, and do not drive if you are affected."
  },
  {
   "id": "U-074",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "How should you make an ordinary right turn at an intersection?",
   "options": [
    "Approach and turn close to the right edge of the road",
    "Turn wide, so that the rear wheels stay off the shoulder",
    "Begin from the center lane to have more room",
    "Swing left first, then turn into the far lane"
   ],
   "correct": 0,
   "explanation": "A right turn is made as near the right curb or edge as practical. Swinging wide invites others into the gap on your right and may put you in the path of other traffic."
  },
  {
   "id": "U-075",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "What is true of phone calls made with a hands-free device while driving?",
   "options": [
    "They distract new drivers, but not experienced ones",
    "They can still take your mind off the road",
    "They make you react more quickly",
    "They are as safe as driving in silence"
   ],
   "correct": 1,
   "explanation": "Hands-free calls leave your hands on the wheel but still draw your attention away. A driver deep in a conversation can look at a hazard and fail to notice it."
  },
  {
   "id": "U-076",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond shows three curved arrows following one another in a circle. What is ahead?",
   "options": [
    "A place where three highways come together",
    "A series of three sharp curves in the road",
    "A turnaround area meant for large trucks",
    "A roundabout or other circular intersection"
   ],
   "correct": 3,
   "explanation": "The circle of arrows announces a circular intersection. Slow down, be ready to yield to traffic already in the circle, and drive around it counterclockwise."
  },
  {
   "id": "U-077",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "An oncoming driver does not dim the high beams and you are dazzled. Where should you look?",
   "options": [
    "Into your inside mirror",
    "Toward the right edge of your lane",
    "Straight ahead at the oncoming lights",
    "Toward the center line"
   ],
   "correct": 1,
   "explanation": "Looking to the right edge of your lane keeps the worst glare out of your eyes and helps you stay in place. You slow down until your sight recovers."
  },
  {
   "id": "U-078",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "At an all-way stop, four vehicles arrive one after another, several seconds apart. In what order should they go?",
   "options": [
    "In the order in which they stopped",
    "Main street first, then the side street",
    "Counterclockwise, beginning with the largest vehicle",
    "Vehicles going straight first, then those turning"
   ],
   "correct": 0,
   "explanation": "At an all-way stop the driver who stopped first goes first, and the others follow in turn. The rule about the driver on the right is only needed when two arrive together."
  },
  {
   "id": "U-079",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A school zone sign reads SPEED LIMIT 20 WHEN FLASHING. When does the 20 mph limit apply?",
   "options": [
    "Only while you see children on the sidewalk",
    "While the yellow lights on the sign are flashing",
    "Only when a crossing guard stands in the road",
    "At every hour of the day on every day of the year"
   ],
   "correct": 1,
   "explanation": "The lower limit is in force while the beacons flash. At other times the ordinary limit applies, but you still watch for children."
  },
  {
   "id": "U-080",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Your car has air bags. Why do you still need the seat belt?",
   "options": [
    "It keeps you in place and the air bag only adds to it",
    "It is needed only in seats without an air bag",
    "The air bag will not inflate unless the belt is fastened",
    "The air bag works only at speeds above 60 mph"
   ],
   "correct": 0,
   "explanation": "Air bags are made to work together with belts. Without a belt you can be thrown into an opening air bag, or out of the car, and many kinds of crash do not set off a front air bag."
  },
  {
   "id": "U-081",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What does a red circle with a red diagonal bar over a black symbol mean?",
   "options": [
    "What the symbol shows begins farther on",
    "What the symbol shows is not allowed",
    "What the symbol shows is only advised",
    "What the symbol shows is permitted"
   ],
   "correct": 1,
   "explanation": "The red circle with a slash forbids the action or vehicle drawn inside it, for example a left turn, a U-turn or trucks."
  },
  {
   "id": "U-082",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "The yellow warning lights on a school bus in front of you begin to flash. What are you being told?",
   "options": [
    "The bus is turning left at the next street",
    "The children are off the bus and you may pass",
    "The bus is about to stop; get ready to stop too",
    "You should pass before the bus comes to a stop"
   ],
   "correct": 2,
   "explanation": "Yellow flashing lights warn that the bus will soon stop to let children on or off and that red lights will follow. You slow down and prepare to stop."
  },
  {
   "id": "U-083",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "In a state where adults may buy marijuana legally, may you drive while impaired by it?",
   "options": [
    "No, impaired driving is illegal in every state",
    "Yes, if you hold a medical marijuana card",
    "Yes, as long as you bought it in a licensed store",
    "No, unless you drive only on local streets"
   ],
   "correct": 0,
   "explanation": "Legal sale does not make it legal to drive impaired. Marijuana can slow reactions and disturb coordination and the judging of time and distance, and impaired driving is illegal everywhere."
  },
  {
   "id": "U-084",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You want to change lanes and your mirrors show nothing. What must you still do?",
   "options": [
    "Look over your shoulder into the blind spot",
    "Sound the horn to announce the move",
    "Switch on your hazard lights",
    "Brake so that others can go by"
   ],
   "correct": 0,
   "explanation": "Mirrors do not show everything beside your car. A quick look over the shoulder on the side you move to can reveal a car, motorcycle or bicycle that the mirrors hide."
  },
  {
   "id": "U-085",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Your car begins to hydroplane on a wet road. What should you do?",
   "options": [
    "Ease off the gas and keep the wheel steady",
    "Turn the wheel sharply from side to side to find grip",
    "Brake as hard as you can",
    "Accelerate to push through the water"
   ],
   "correct": 0,
   "explanation": "When hydroplaning, the tires ride on water and have almost no grip. Easing off lets them sink back to the road; hard braking or steering may start a spin when the grip returns."
  },
  {
   "id": "U-086",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What does a flashing yellow circular light at an intersection tell you?",
   "options": [
    "Stop and wait for green",
    "Speed up and clear the area",
    "Proceed with caution",
    "Stop, then go if it is clear"
   ],
   "correct": 2,
   "explanation": "A flashing yellow light is a warning. You need not stop because of it, but slow down as needed and yield to others who have the right of way."
  },
  {
   "id": "U-087",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "What does the basic speed rule say?",
   "options": [
    "Drive 5 mph under the limit at night",
    "Never drive faster than is safe for the conditions",
    "Keep to the speed of the fastest lane",
    "Always drive exactly at the posted limit"
   ],
   "correct": 1,
   "explanation": "A posted limit is for good conditions. In rain, fog, heavy traffic or on a bad road you must slow to a speed that is reasonable and safe, even if the sign allows more."
  },
  {
   "id": "U-088",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A white diamond is painted on the pavement of a freeway lane. What kind of lane is it?",
   "options": [
    "A carpool or similar lane",
    "A lane that ends within the next mile",
    "A lane where stopping is permitted",
    "A lane meant for trucks that drive slowly"
   ],
   "correct": 0,
   "explanation": "The diamond marks a high-occupancy vehicle lane. Signs state how many people must be in the vehicle and when the rule is in force."
  },
  {
   "id": "U-089",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "How far from the center of the steering wheel should a driver's breastbone be, because of the air bag?",
   "options": [
    "No more than 5 inches",
    "About 30 inches",
    "At least 10 inches",
    "About 2 inches"
   ],
   "correct": 2,
   "explanation": "An air bag opens with great force in its first few inches. A distance of at least 10 inches lets it cushion you instead of striking you, while you can still reach the controls."
  },
  {
   "id": "U-090",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You face a circular green light and want to turn left. Cars are coming toward you. When may you turn?",
   "options": [
    "As soon as you have signaled for three seconds",
    "When a safe gap opens in the oncoming traffic",
    "Right away, before the oncoming cars start moving",
    "Only after your light has changed to red"
   ],
   "correct": 1,
   "explanation": "A circular green lets you turn left, but does not give you the right of way. You wait for oncoming vehicles that are close enough to be a danger, and for people in the crosswalk you will cross."
  },
  {
   "id": "U-091",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond shows one lane joining from the side and then running alongside yours, each with its own arrow. What does it mean?",
   "options": [
    "Two lanes become one, so drivers must take turns",
    "Entering traffic gets its own lane, so merging is not needed",
    "Traffic from the side must stop before it may enter",
    "Your own lane ends, so you must move over before the junction"
   ],
   "correct": 1,
   "explanation": "This is the ADDED LANE sign. The joining road continues as a separate lane beside yours, unlike at a MERGE sign where two streams share one lane."
  },
  {
   "id": "U-092",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "The hood of your car suddenly flies up while you are driving and blocks your view. What should you do?",
   "options": [
    "Switch the engine off at once and coast",
    "Slow down, look past it and pull off the road",
    "Speed up so that the wind closes it",
    "Brake as hard as you can in your lane"
   ],
   "correct": 1,
   "explanation": "Look through the gap below the hood or out of the side window, slow down gradually with your hazard lights on, and leave the road as soon as you safely can."
  },
  {
   "id": "U-093",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "How should the shoulder part of a seat belt be worn?",
   "options": [
    "Under the arm, so that it does not rub against the neck",
    "Behind the back, with the lap belt fastened",
    "Loosely, with room for two fists under it",
    "Across the middle of the chest, away from the neck"
   ],
   "correct": 3,
   "explanation": "Across the middle of the chest and over the shoulder, the belt holds the strong parts of the upper body. Worn under the arm or behind the back it can injure you or fail to hold you."
  },
  {
   "id": "U-094",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "What does a blood alcohol concentration, or BAC, tell you?",
   "options": [
    "How many drinks you have had since morning",
    "How strong the drinks you have chosen were",
    "How well your body is used to drinking",
    "How much alcohol there is in your bloodstream"
   ],
   "correct": 3,
   "explanation": "BAC is the amount of alcohol in a given volume of blood. It depends on how much and how fast you drink, your weight, your sex, food and time, and not only on the number of drinks."
  },
  {
   "id": "U-095",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You face a green light, but a fire truck with siren and red lights is coming fast along the cross street. What must you do?",
   "options": [
    "Go first, because your light is green",
    "Stay out of the intersection and let it pass",
    "Enter the intersection and stop in its middle",
    "Sound your horn and keep your speed"
   ],
   "correct": 1,
   "explanation": "An emergency vehicle that uses its siren and lights has the right of way, whatever your signal shows. It may pass a red light, so you wait until it has gone."
  },
  {
   "id": "U-096",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What does the even number of a main Interstate route, such as I-10 or I-80, tell you about it?",
   "options": [
    "It circles around a large city",
    "It runs generally north and south",
    "It charges a toll along its length",
    "It runs generally east and west"
   ],
   "correct": 3,
   "explanation": "Main Interstate routes with one or two digits have even numbers if they run east and west and odd numbers if they run north and south."
  },
  {
   "id": "U-097",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "The red lights at a railroad crossing begin to flash as you approach. What must you do?",
   "options": [
    "Stop only if you can hear the whistle of the train",
    "Cross quickly before the gates have time to come down",
    "Stop before the tracks and wait until it is safe to cross",
    "Slow to a crawl and cross if you see no train"
   ],
   "correct": 2,
   "explanation": "Flashing red lights at a crossing mean a train is near or coming, and you are required to stop. Do not cross until you can do so lawfully and safely."
  },
  {
   "id": "U-098",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You want to turn into a driveway just beyond the next intersection. When should you start your turn signal?",
   "options": [
    "Well before you reach the intersection",
    "Only when your front wheels are in the driveway",
    "When you are in or just past the intersection",
    "As soon as you can see the driveway"
   ],
   "correct": 2,
   "explanation": "A signal given too soon makes others think that you will turn at the intersection, and someone may pull out in front of you. It must still be on before you turn."
  },
  {
   "id": "U-099",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "For a car on a dry road in good conditions, which following distance is commonly advised as a minimum?",
   "options": [
    "About three seconds",
    "About half a second",
    "One car length at any speed",
    "About one second"
   ],
   "correct": 0,
   "explanation": "About three seconds leaves time to see a problem, react and brake. A gap counted in seconds grows with speed by itself, while one car length is far too little."
  },
  {
   "id": "U-100",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Moving water covers the road ahead and you cannot tell how deep it is. What should you do?",
   "options": [
    "Drive through fast to keep the engine dry",
    "Follow in the track of a larger vehicle",
    "Drive through slowly in a low gear",
    "Turn around and take another way"
   ],
   "correct": 3,
   "explanation": "About a foot of moving water can carry off many cars, and the road under it may be washed out. The only safe choice is not to enter it."
  },
  {
   "id": "U-101",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond shows two arrows side by side, one pointing up and one pointing down. What should you expect?",
   "options": [
    "A place where you are invited to make a U-turn",
    "A hill with a climbing lane for slower vehicles",
    "Two lanes for traffic in your direction only",
    "Traffic coming toward you in the lane beside yours"
   ],
   "correct": 3,
   "explanation": "This is the TWO-WAY TRAFFIC sign. It warns that opposing traffic is no longer separated from you, for example where a one-way or divided road ends."
  },
  {
   "id": "U-102",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Your turn signals are out of order. Which hand signal from the driver's window means a right turn?",
   "options": [
    "Left arm straight out to the side",
    "Left arm bent with the hand pointing down",
    "Left arm moved in a circle, palm open",
    "Left arm bent with the hand pointing up"
   ],
   "correct": 3,
   "explanation": "With the left arm out of the window, hand up means a right turn, arm straight out a left turn, and hand down slowing or stopping."
  },
  {
   "id": "U-103",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You double your speed from 30 to 60 mph. About what happens to your braking distance on the same road?",
   "options": [
    "It becomes four times as long",
    "It becomes twice as long",
    "It stays about the same",
    "It becomes one and a half times as long"
   ],
   "correct": 0,
   "explanation": "The energy that the brakes must remove grows with the square of the speed. Twice the speed therefore means about four times the braking distance."
  },
  {
   "id": "U-104",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "You have had several drinks. What will lower the alcohol level in your blood?",
   "options": [
    "A cold shower and fresh air",
    "A brisk walk or a short run",
    "Only the passing of time",
    "Two cups of black coffee"
   ],
   "correct": 2,
   "explanation": "The body breaks down alcohol at its own pace. Coffee, cold water or exercise may make you feel more awake, but your alcohol level stays the same."
  },
  {
   "id": "U-105",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You are low on fuel on a freeway. Which background color do you look for on signs that point to gas, food and lodging?",
   "options": [
    "Brown",
    "Orange",
    "Blue",
    "Purple"
   ],
   "correct": 2,
   "explanation": "Blue is the background for road user services, such as gas, food, lodging and hospitals. Brown is for recreation, orange for work zones and purple for electronic toll accounts."
  },
  {
   "id": "U-106",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You park facing downhill beside a curb. Which way should you turn your front wheels?",
   "options": [
    "Away from the curb",
    "Toward the curb",
    "Straight ahead",
    "Whichever way the road slopes least"
   ],
   "correct": 1,
   "explanation": "If the brakes let go, wheels that are turned toward the curb make the car roll against it and stop, instead of rolling into the traffic."
  },
  {
   "id": "U-107",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A round yellow sign carries a black X and two letters R. What are you coming to?",
   "options": [
    "A railroad crossing",
    "A road closed to through traffic",
    "A rest area for travelers",
    "A crossing of two major roads"
   ],
   "correct": 0,
   "explanation": "A round yellow sign is the advance warning of a railroad crossing. Slow down, look and listen, and be prepared to stop before the tracks."
  },
  {
   "id": "U-108",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "How far ahead along your path should you be looking as you drive?",
   "options": [
    "About 10 to 15 seconds ahead",
    "Only to the vehicle in front of you",
    "About 2 to 3 seconds ahead",
    "Just past the end of your hood"
   ],
   "correct": 0,
   "explanation": "Looking about 10 to 15 seconds down the road lets you see hazards early and respond smoothly. Your eyes keep moving between far, near, sides and mirrors."
  },
  {
   "id": "U-109",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "A front tire blows out while you are driving at highway speed. What should you do first?",
   "options": [
    "Shift into reverse to slow down",
    "Hold the wheel firmly and ease off the gas",
    "Turn quickly onto the shoulder, then brake hard",
    "Brake hard to stop at once"
   ],
   "correct": 1,
   "explanation": "A blowout pulls the car to one side. You keep it straight with a firm grip, let it slow by itself, and pull off the road gently when you have control."
  },
  {
   "id": "U-110",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "A person with a white cane is starting to cross the street in front of you. What should you do?",
   "options": [
    "Stop and wait until the person has crossed",
    "Drive slowly around the person",
    "Call out that it is safe to cross",
    "Sound your horn so that the person can hear you"
   ],
   "correct": 0,
   "explanation": "A white cane or a guide dog shows that a person is blind or sees poorly, and drivers must yield. A horn or a shout may confuse or frighten the person."
  },
  {
   "id": "U-111",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "The center of a two-lane road has a broken yellow line on your side and a solid yellow line on the other side. Who may pass?",
   "options": [
    "Oncoming drivers may, when it is safe, but you may not",
    "Nobody may pass, in either direction of travel",
    "Drivers in both directions may, when it is safe",
    "You may, when it is safe, but oncoming drivers may not"
   ],
   "correct": 3,
   "explanation": "The line nearest to you sets the rule for your direction. Broken means passing is permitted if the way is clear; solid means it is not."
  },
  {
   "id": "U-112",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "What should you remember about a curved (convex) mirror on the passenger side?",
   "options": [
    "It is meant for use in parking only",
    "It removes the blind spot on that side",
    "Vehicles in it are closer than they seem",
    "Vehicles in it are farther away than they seem"
   ],
   "correct": 2,
   "explanation": "A convex mirror shows a wider area but makes things look smaller and so farther away. You check again over your shoulder before you move over."
  },
  {
   "id": "U-113",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "Which of your abilities does alcohol usually affect first?",
   "options": [
    "Hearing of faint sounds",
    "Sense of smell and taste",
    "Strength in the arms and legs",
    "Judgment and self-control"
   ],
   "correct": 3,
   "explanation": "Alcohol dulls judgment and self-control before you notice other effects. That is why people who have been drinking often believe they can still drive well."
  },
  {
   "id": "U-114",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "You are walking halfway across a street when the pedestrian signal changes to a flashing raised hand. What should you do?",
   "options": [
    "Stand still where you are until the signal changes",
    "Keep walking to the far side or a safety island",
    "Turn back at once to the curb you came from",
    "Leave the crosswalk by the shortest diagonal path"
   ],
   "correct": 1,
   "explanation": "The flashing hand gives people already in the crosswalk time to finish. Go on to the other side, or to an island where you can wait."
  },
  {
   "id": "U-115",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You near an intersection of two similar streets without any signs or signals. A car from the left has already entered it. What must you do?",
   "options": [
    "Sound your horn and pass in front of it",
    "Speed up so that you clear the crossing first",
    "Yield to the car until it has cleared your path",
    "Go on, since you are coming from that driver's right"
   ],
   "correct": 2,
   "explanation": "At an uncontrolled intersection you yield to a vehicle that is already in it. Being on the right only decides the matter when both arrive at about the same time."
  },
  {
   "id": "U-116",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "You are involved in a crash and someone is hurt. What must you do?",
   "options": [
    "Move the injured person to your car at once",
    "Drive home first and report it the next day",
    "Stop, get help and give your information",
    "Leave if you think that you were not at fault"
   ],
   "correct": 2,
   "explanation": "Every driver involved must stop, give reasonable help such as calling 911, and identify himself or herself. An injured person is moved only when there is further danger, such as fire."
  },
  {
   "id": "U-117",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Where should the lap part of a seat belt lie?",
   "options": [
    "Just under the ribs",
    "Low across the hips",
    "High across the stomach",
    "Loosely over the thighs"
   ],
   "correct": 1,
   "explanation": "The hip bones can take the force of a crash. A belt over the soft stomach can cause serious internal injuries, so it should be low and snug."
  },
  {
   "id": "U-118",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "While driving on a ramp you face a red sign with the words WRONG WAY. What does it tell you?",
   "options": [
    "You have entered a road that is a dead end",
    "You are in a lane only for drivers with toll accounts",
    "You have missed the exit for your route",
    "You are heading against the flow of traffic"
   ],
   "correct": 3,
   "explanation": "WRONG WAY signs face drivers who have entered a ramp or roadway in the wrong direction. Stop, get out of the path of oncoming traffic, and turn around as soon as it is safe."
  },
  {
   "id": "U-119",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are parked at the right curb and want to move off into the traffic lane. What must you do first?",
   "options": [
    "Signal and wait for a gap in which nobody has to brake or swerve",
    "Sound the horn, then move out slowly",
    "Move out, because moving traffic has to make room",
    "Back up first, then move out quickly"
   ],
   "correct": 0,
   "explanation": "A driver who leaves the curb joins the traffic that is already there: you signal, look over your shoulder, and move only when it can be done with safety."
  },
  {
   "id": "U-120",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "The middle lane of a road is bordered on each side by a solid yellow line, with a broken yellow line inside it. What is it for?",
   "options": [
    "Passing slower vehicles in your direction",
    "Short stops to load or unload goods",
    "Through traffic during the busiest hours",
    "Left turns by drivers from both directions"
   ],
   "correct": 3,
   "explanation": "These lines mark a shared center lane for left turns. It may not be used for passing, so enter it only close to your turn and watch for oncoming drivers in it."
  },
  {
   "id": "U-121",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "An angry driver shouts at you and tries to start a dispute. What should you do?",
   "options": [
    "Answer with the horn or with a gesture",
    "Avoid eye contact and give that driver room",
    "Pull over to talk it through",
    "Follow to get the plate number"
   ],
   "correct": 1,
   "explanation": "Not reacting and getting out of the way keeps the matter from growing worse. If you are followed or threatened, call 911 or drive to a police station or busy place, not home."
  },
  {
   "id": "U-122",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "A stop sign stands at an intersection with no stop line, but with a crosswalk. Where do you stop?",
   "options": [
    "Before you enter the crosswalk",
    "With your front wheels just past the crosswalk",
    "At the edge of the cross street",
    "On the crosswalk, to see farther"
   ],
   "correct": 0,
   "explanation": "You stop at the stop line; if there is none, before the crosswalk; and if there is neither, where you can see cross traffic before you enter the intersection."
  },
  {
   "id": "U-123",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Your lane has a left-turn arrow and the word ONLY painted on it, but you wanted to go straight on. What must you do at the intersection?",
   "options": [
    "Turn left and find another way back",
    "Back up and move to another lane",
    "Go straight on after a complete stop",
    "Go straight on if no one is beside you"
   ],
   "correct": 0,
   "explanation": "An arrow with ONLY makes the movement mandatory. Turn as marked and correct your route later rather than surprising other drivers."
  },
  {
   "id": "U-124",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "You drive at 60 mph, and alcohol delays your braking by half a second. About how much farther do you travel before the brakes act?",
   "options": [
    "About 20 feet",
    "About 150 feet",
    "About 10 feet",
    "About 44 feet"
   ],
   "correct": 3,
   "explanation": "At 60 mph you cover 88 feet each second, so a delay of half a second adds about 44 feet before braking even begins."
  },
  {
   "id": "U-125",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Your accelerator sticks and the car keeps gaining speed. What should you do?",
   "options": [
    "Reach down to the pedal with your hand and pull it",
    "Shift to reverse and hold the wheel",
    "Shift to neutral and brake firmly until you stop",
    "Take out the key while you are moving"
   ],
   "correct": 2,
   "explanation": "Neutral disconnects the engine from the wheels, and the brakes can then stop the car. Once you have stopped off the road, switch off the engine."
  },
  {
   "id": "U-126",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are in the middle of an intersection when you hear a siren close behind you. What should you do?",
   "options": [
    "Turn left at once to get out of the way",
    "Stop where you are until the vehicle has passed",
    "Back out of the intersection to clear it",
    "Drive through the intersection, then pull over and stop"
   ],
   "correct": 3,
   "explanation": "Stopping inside an intersection blocks the path the emergency vehicle may need. You clear the intersection first and then pull over to the right."
  },
  {
   "id": "U-127",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You feel very sleepy on a long drive. What is the best remedy?",
   "options": [
    "Open the window and go on",
    "Stop in a safe place and sleep",
    "Drive faster to arrive sooner",
    "Turn up the radio and go on"
   ],
   "correct": 1,
   "explanation": "Only sleep cures sleepiness. Fresh air and music do not stop you from nodding off, and a few seconds asleep at highway speed can be fatal."
  },
  {
   "id": "U-128",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A red X is lit above your lane on a road with lane-control signals. What does it mean?",
   "options": [
    "You may use that lane to turn left",
    "You must stop and stay in that lane",
    "You may not drive in that lane",
    "You must slow down in that lane"
   ],
   "correct": 2,
   "explanation": "A steady red X closes the lane to traffic facing it, and vehicles may be coming the other way in it. Use a lane with a green arrow."
  },
  {
   "id": "U-129",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Which of these lines separates traffic moving in opposite directions?",
   "options": [
    "A broken yellow line",
    "A broken white line",
    "A solid white line",
    "All of the above"
   ],
   "correct": 0,
   "explanation": "Yellow center lines separate traffic moving in opposite directions. White lines separate lanes that go the same way or mark the right edge of the road."
  },
  {
   "id": "U-130",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are on a one-way street and want to turn left into another one-way street. From which lane should you turn?",
   "options": [
    "The center lane",
    "Any lane, as all the traffic goes one way",
    "The far right lane",
    "The far left lane"
   ],
   "correct": 3,
   "explanation": "On a one-way street the left lane has no oncoming traffic beside it, so left turns are made from the far left lane unless signs or markings allow another."
  },
  {
   "id": "U-131",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "How do you measure how many seconds you are behind the vehicle ahead?",
   "options": [
    "Count from when it passes a fixed object until you reach it",
    "Count how long it takes you to slow to half your speed",
    "Divide your speed by the speed limit",
    "Count its brake-light flashes during one mile"
   ],
   "correct": 0,
   "explanation": "Pick a sign or pole beside the road. When the rear of the vehicle ahead passes it, count the seconds until your front gets there; that is your following distance."
  },
  {
   "id": "U-132",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "The rear of your car starts to slide to the right on a slippery road. What should you do?",
   "options": [
    "Brake hard and steer to the left",
    "Press the gas and steer to the left",
    "Pull the parking brake and hold the steering wheel still",
    "Take your foot off the gas and steer to the right"
   ],
   "correct": 3,
   "explanation": "You steer gently the way the rear is sliding, which points the front where you want to go. You straighten the wheel as the car recovers, to avoid a slide the other way."
  },
  {
   "id": "U-133",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "The gates at a railroad crossing are down, but you see no train. What should you do?",
   "options": [
    "Go around it after a one-minute wait",
    "Push the gate up by hand and cross",
    "Drive around the gate at low speed",
    "Stay behind the gate until it rises"
   ],
   "correct": 3,
   "explanation": "Driving around or under a lowered gate is illegal and has killed many people. A train may be hidden from view, or a second one may be on another track."
  },
  {
   "id": "U-134",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "What can happen if you drink alcohol while you are taking another drug or a medicine?",
   "options": [
    "The medicine will keep your alcohol level low",
    "The two will usually cancel each other out",
    "Each can strengthen the effects of the other",
    "The alcohol will only shorten the drug's effect"
   ],
   "correct": 2,
   "explanation": "Alcohol combined with drugs or medicines can impair you far more than either one alone, and the effect is hard to predict. Do not drive after combining them."
  },
  {
   "id": "U-135",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "How do you enter a modern roundabout?",
   "options": [
    "Turn left, if your exit is on the left",
    "Yield to traffic in the circle, then turn right into a gap",
    "Go in first, since traffic in the circle yields to you",
    "Make a full stop every time, then turn left"
   ],
   "correct": 1,
   "explanation": "In the United States traffic moves counterclockwise in a roundabout and has priority over entering traffic. You yield, then join to the right when there is a gap."
  },
  {
   "id": "U-136",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Why is reading or writing a text message while driving so dangerous?",
   "options": [
    "The bright screen dazzles the drivers around you",
    "It takes longer than making a short phone call",
    "It takes your eyes, hands and mind off driving",
    "It is dangerous only on streets with heavy traffic"
   ],
   "correct": 2,
   "explanation": "Texting combines visual, manual and mental distraction. At 55 mph a car covers roughly the length of a football field in the five seconds that a message may take."
  },
  {
   "id": "U-137",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "What kind of place does a brown guide sign usually lead you to?",
   "options": [
    "A gas station, restaurant or motel",
    "A park or a historic site",
    "A hospital with an emergency room",
    "A weigh station for commercial trucks"
   ],
   "correct": 1,
   "explanation": "Brown backgrounds are kept for recreational and cultural places, such as parks, campgrounds and historic sites."
  },
  {
   "id": "U-138",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You have passed a car on a two-lane road. When is it safe to move back into the right lane?",
   "options": [
    "As soon as its driver slows down",
    "When your rear bumper is level with its front",
    "When its whole front shows in your inside mirror",
    "When its front wheels are beside your back door"
   ],
   "correct": 2,
   "explanation": "Seeing the whole front of the car in your inside mirror shows that there is enough distance for you to return without cutting it off."
  },
  {
   "id": "U-139",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow diamond reads 12 FT 6 IN, with a small black arrowhead above and another below the figures. What does it tell you?",
   "options": [
    "The depth of water on the road ahead",
    "The clearance above the road ahead",
    "The greatest length of vehicle allowed",
    "The width of the lane on the bridge ahead"
   ],
   "correct": 1,
   "explanation": "This is the LOW CLEARANCE sign. A tall vehicle, a rented truck or a load on the roof may be higher than the bridge or tunnel ahead allows, so know your height and turn off in time."
  },
  {
   "id": "U-140",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "You press the brake pedal and it sinks to the floor without slowing the car. What should you do?",
   "options": [
    "Pump the pedal, shift down and ease on the parking brake",
    "Shift to neutral and coast until the car slows",
    "Steer sharply from side to side to lose speed",
    "Switch off the engine and take out the key"
   ],
   "correct": 0,
   "explanation": "Pumping may build up pressure again, a lower gear slows the car, and the parking brake works separately; apply it gradually. Without the key you may lose steering."
  },
  {
   "id": "U-141",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "Your car has antilock brakes (ABS) and you must stop in an emergency. How do you use the pedal?",
   "options": [
    "Press it hard and keep pressing",
    "Pump it quickly many times",
    "Press it gently and let go when it shakes",
    "Press it halfway and pull the parking brake"
   ],
   "correct": 0,
   "explanation": "ABS pumps the brakes for you far faster than you could. You keep firm pressure on the pedal, even if it pulses or you hear a grinding noise, and steer as needed."
  },
  {
   "id": "U-142",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "On a two-lane road, why must you not pass just before the top of a hill?",
   "options": [
    "You cannot see whether traffic is coming",
    "Your brakes hold less well going uphill",
    "The vehicle ahead will slow down at the top",
    "Your engine cannot pull well enough"
   ],
   "correct": 0,
   "explanation": "A pass in the oncoming lane needs a long, clear view. A hilltop or curve hides oncoming vehicles until there is no time left to get back."
  },
  {
   "id": "U-143",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A yellow pennant, its point to the right, stands on the left side of a two-lane road. What does it mark?",
   "options": [
    "The point where a detour leads off to the right",
    "The start of a no-passing zone",
    "The start of a lane meant for slow trucks",
    "The place where the road becomes one-way"
   ],
   "correct": 1,
   "explanation": "The pennant shape is used only for the NO PASSING ZONE sign. It stands on the left side because a driver who thinks of passing is looking there."
  },
  {
   "id": "U-144",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "Federal rules name a blood alcohol concentration at which the driver of a commercial motor vehicle faces disqualification. Which is it?",
   "options": [
    "0.10 percent",
    "0.08 percent",
    "0.04 percent",
    "0.15 percent"
   ],
   "correct": 2,
   "explanation": "Under 49 CFR 383.51, driving a commercial motor vehicle at 0.04 percent or more leads to disqualification. That is stricter than the limit for adult drivers of ordinary cars."
  },
  {
   "id": "U-145",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "When and how is tire pressure best checked?",
   "options": [
    "By eye, when the car is fully loaded",
    "Right after a long drive, by the number on the tire",
    "When tires are cold, against the label at the driver's door",
    "Once a year, at the yearly service"
   ],
   "correct": 2,
   "explanation": "Driving warms the tires and raises the pressure. The carmaker's pressure is on the label at the driver's door; the number molded into the tire is its maximum, not the advised pressure."
  },
  {
   "id": "U-146",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Below a STOP sign is a small plaque with the words ALL WAY. What does it mean?",
   "options": [
    "Traffic on every approach to the intersection must stop",
    "Traffic in all lanes may turn in any direction",
    "Traffic on the wider road does not have to stop",
    "Only traffic that turns left or right must stop"
   ],
   "correct": 0,
   "explanation": "The plaque tells you that every approach has a STOP sign. You still stop fully and take your turn according to the right-of-way rules."
  },
  {
   "id": "U-147",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You see a police car stopped on the shoulder with its lights flashing. What do the states' move-over laws ask of you?",
   "options": [
    "Sound your horn as you pass it",
    "Keep your lane and your speed, so that traffic stays smooth",
    "Stop behind it until its lights are turned off",
    "Change to a lane farther away if it is safe, or slow down"
   ],
   "correct": 3,
   "explanation": "Every state has a move-over law. You leave an empty lane beside stopped emergency vehicles where you safely can; where you cannot, you slow down and pass with care."
  },
  {
   "id": "U-148",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "Fog becomes so thick that you can hardly see the road. What is the safest thing to do?",
   "options": [
    "Follow the taillights ahead as closely as you can",
    "Leave the road at a safe place and wait until it clears",
    "Speed up to get out of the fog sooner",
    "Stop in your lane with your lights on"
   ],
   "correct": 1,
   "explanation": "If you cannot see far enough to stop, you should not go on. A parking lot or other place well away from traffic is best; a car stopped in a lane may be hit from behind."
  },
  {
   "id": "U-149",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A traffic light changes from green to steady yellow. What does the yellow light warn you of?",
   "options": [
    "The red light is about to follow",
    "The signal is out of working order",
    "A green arrow is about to appear",
    "The cross street has a STOP sign"
   ],
   "correct": 0,
   "explanation": "A steady yellow light tells you that your green has ended and red comes next. Never speed up to beat the red light."
  },
  {
   "id": "U-150",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "A tractor-trailer ahead signals a right turn but moves to the left. What should you do?",
   "options": [
    "Pass quickly on its right side",
    "Stay back and keep out of the space on its right",
    "Pull up beside its right rear wheels and wait there",
    "Assume that it will turn left and go on"
   ],
   "correct": 1,
   "explanation": "A long truck often swings left to keep its rear wheels off the curb in a right turn. A car that moves into the gap on the right can be crushed."
  },
  {
   "id": "U-151",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You miss your exit on a freeway. What should you do?",
   "options": [
    "Continue to the next exit",
    "Stop on the shoulder until you can back up",
    "Back up along the shoulder",
    "Make a U-turn through the median"
   ],
   "correct": 0,
   "explanation": "Backing up or turning around on a freeway is illegal and can be deadly, as traffic comes up at high speed. The next exit lets you turn around safely."
  },
  {
   "id": "U-152",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Which of these can a yellow diamond-shaped sign warn you about?",
   "options": [
    "A sharp curve in the road",
    "A place where deer often cross",
    "A steep downhill grade",
    "All of the above"
   ],
   "correct": 3,
   "explanation": "Yellow diamonds warn of conditions ahead that call for care, such as curves, animals and steep grades. The symbol or words tell you which one it is."
  },
  {
   "id": "U-153",
   "type": "universal",
   "state": "ALL",
   "category": "alcohol",
   "question": "When does alcohol begin to affect your ability to drive?",
   "options": [
    "Only after you have had more than three full drinks",
    "Only once you have reached the legal limit",
    "Only when you begin to feel dizzy or sleepy",
    "Even after a small amount of alcohol"
   ],
   "correct": 3,
   "explanation": "Studies show some decline in visual tracking and in doing two things at once at about 0.02 percent. There is no amount that is sure to be harmless."
  },
  {
   "id": "U-154",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "You are leaving a parking lot by its driveway and want to turn onto the street. To whom must you yield?",
   "options": [
    "Only to vehicles, since people on foot must wait for you",
    "Only to traffic coming from your right",
    "To nobody, if you have your turn signal on",
    "To people on the sidewalk and to traffic on the street"
   ],
   "correct": 3,
   "explanation": "A driver entering a street from a driveway, alley or private property yields to people on the sidewalk and to all vehicles approaching on the street."
  },
  {
   "id": "U-155",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You are driving at night with high beams and come up close behind another car. What should you do?",
   "options": [
    "Flash the high beams now and then",
    "Turn on only the parking lights",
    "Keep the high beams to see farther",
    "Switch to low beams"
   ],
   "correct": 3,
   "explanation": "High beams in the mirrors dazzle the driver ahead. You dim your lights when you follow another vehicle closely, just as you do for oncoming vehicles."
  },
  {
   "id": "U-156",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "Below a yellow curve sign there is a small yellow plaque reading 35 MPH. What does the number tell you?",
   "options": [
    "The lowest speed at which you may take the curve",
    "The advised speed for the curve in good conditions",
    "The speed at which most drivers take the curve",
    "The speed limit for the whole rest of the road"
   ],
   "correct": 1,
   "explanation": "A yellow speed plaque gives a recommended speed for the hazard named above it. In rain, snow or darkness you may need to go slower still."
  },
  {
   "id": "U-157",
   "type": "universal",
   "state": "ALL",
   "category": "specialSituations",
   "question": "A train has just passed a crossing with two tracks, but the red lights are still flashing. What should you do?",
   "options": [
    "Drive around the end of the gate with care",
    "Wait, as a second train may be coming",
    "Cross once the first train is far enough away",
    "Cross at once before the lights go out"
   ],
   "correct": 1,
   "explanation": "Where there is more than one track, the first train can hide another. You stay put until the lights stop flashing, any gates are up and you see that the tracks are clear."
  },
  {
   "id": "U-158",
   "type": "universal",
   "state": "ALL",
   "category": "rulesOfTheRoad",
   "question": "Where can there be a legal crosswalk even though no lines are painted on the road?",
   "options": [
    "At an intersection, where sidewalks would continue across",
    "In the middle of any block with houses on it",
    "Wherever a driveway meets the road",
    "Beside every parked school bus or city bus"
   ],
   "correct": 0,
   "explanation": "At an intersection the part of the road that continues the line of the sidewalks counts as a crosswalk, marked or not. People on foot have the same claim to it."
  },
  {
   "id": "U-159",
   "type": "universal",
   "state": "ALL",
   "category": "roadSigns",
   "question": "A five-sided sign, pointed at the top and fluorescent yellow-green, shows two people walking. What is it telling you?",
   "options": [
    "A hiking trail runs beside the road",
    "A street closed to vehicles is ahead",
    "A school or a school crossing is near",
    "A public park begins at this point"
   ],
   "correct": 2,
   "explanation": "The pentagon with two walking figures belongs to school zones and school crossings. Slow down and expect children near the road."
  },
  {
   "id": "U-160",
   "type": "universal",
   "state": "ALL",
   "category": "safeDriving",
   "question": "You want to pass a cyclist on a narrow two-lane road while cars are coming toward you. What should you do?",
   "options": [
    "Sound your horn until the cyclist leaves the road",
    "Pass quickly before the cars come closer",
    "Slow down and wait behind until you can pass with room",
    "Pass with a small gap, but at low speed"
   ],
   "correct": 2,
   "explanation": "A cyclist may swerve around holes or be pushed by the wind of your car. You stay behind until the other lane is clear and you can leave plenty of space."
  }
 ]
}

"""##
