/** How the sample of a reading begins, by paragraphs: what the front page has room for. */
export const sampleStart = [
  'You asked what is in store if you stay and what is in store if you go. For staying, the cards gave the Four of Pentacles: hands closed around something that is already yours. It is not a warning. It says that the security is real, and that holding on to it is taking most of your strength.',
  'For leaving came The Chariot. Two animals pull in two directions and the driver carries no reins; what moves the car is a decision. You wrote that you are waiting until you feel ready. This card suggests that readiness comes a few weeks after the first step, not before it.',
];

/** How it goes on, to its end. */
export const sampleRest = [
  'Between the two I laid a card for what you do not see yet, and it was the Eight of Pentacles, upside down: a bench, good tools, and somebody working with their back to the window. You are skilled at what you do. But you wrote three times that nobody notices, and only once that you like the work. I would look at that before looking at any advertisement.',
  'For the people around you came the Queen of Swords. She says what is so, kindly and once. I think she is the former colleague you mention, the one who left two years ago. You have not asked her how it was, perhaps because her answer would oblige you. Ask her. Ask what the first winter was like, not whether she is happy.',
  'The fear you describe, that a new place would find you out within a month, drew the Moon. In its light every bush is an animal. None of what it shows is a lie, and none of it is the size it seems. By day you have finished eleven projects, by your own count. Write down what you did in three of them, in words that your sister would understand.',
  'The last card is where all this leads if nothing changes, and it was the Hanged Man: not a punishment, but a year that looks like this one. If that thought is a relief, stay, and ask for the two things you would need to stay gladly. If it makes you want to stand up, you have your answer, and it is older than this letter.',
  'One thing to do this week: set a date, on paper, by which you will have spoken to one person outside your company. Not applied; spoken. The Chariot asks for no more than that at first.',
];
