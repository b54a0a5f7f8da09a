/** The first paragraphs of the sample reading, for the home page. */
export const sampleStart = [
  'You asked what’s in store if you stay and what’s in store if you go. For staying, I drew the Four of Pentacles: someone holding on tightly to what is already theirs. It isn’t a warning. It says that your security is real, and that holding on to it takes most of your energy.',
  'For leaving, I drew The Chariot. Two animals pull in two directions and the driver has no reins. What moves the chariot is a decision. You wrote that you’re waiting until you feel ready. This card suggests that you’ll feel ready a few weeks after the first step, not before it.',
];

export const sampleRest = [
  'Between the two I drew a card for what you don’t see yet, and it was the Eight of Pentacles, upside down: a bench, good tools, and someone working with their back to the window. You’re good at what you do. But you wrote three times that nobody notices, and only once that you like the work. I would look at that before you look at any job ads.',
  'For the people around you, I drew the Queen of Swords. She tells the truth, kindly, and only once. I think she is the former coworker you mention, the one who left two years ago. You haven’t asked her how it went, maybe because you’d have to act on her answer. Ask her. Ask what the first few months were like, not whether she’s happy.',
  'For your fear that a new company would find you out within a month, I drew the Moon. By moonlight, every bush looks like an animal. None of what you see is made up, and none of it is as big as it looks. You’ve finished eleven projects, by your own count. Write down what you did in three of them, in words your sister would understand.',
  'The last card shows where all this leads if nothing changes, and it was the Hanged Man: not a punishment, but another year that looks like this one. If that thought is a relief, stay, and ask for the two things that would make you glad you did. If it makes you want to stand up, you have your answer, and you had it before you wrote to me.',
  'One thing to do this week: on paper, set a date by which you’ll talk to one person outside your company. Not apply, just talk. For now, that’s all The Chariot asks for.',
];
