import type { Passages } from './passages.ts';

/** The second reader is dry and orderly, counts things, and keeps a joke back until it is needed. */
export const reader2: Passages = {
  openings: [
    'I will take your question apart first, {name}, since there are two in it. One is about {situation}. The other is about {worry}, and it has dressed up as the first. I laid four cards, which is enough for a question with two halves, and I will tell you what each of them is doing there.',
    'You give me the facts in good order, {name}: {situation}, the figures, the dates. I am grateful. Most letters begin with the feelings, and one has to dig for the month. The feeling is in yours as well. It is in the words "{hope}", which you put in quotation marks, as though somebody else had said them.',
    'Before I report what the cards say, {name}, I should mention what they do not do. They do not know your employer. They are a way of looking at {situation} from a side on which you do not usually stand. With that understood, here are four of them, in the order in which they fell.',
    'You ask for honesty and you shall have it, {name}. I see nothing in your cards that is as bad as {worry}, and nothing as easy as {hope} appears on a Sunday afternoon. What I do see lies in between and can be worked with. Four cards, from left to right.',
  ],
  cards: [
    'Number one for this purpose is the Two of Wands. A man in a good coat stands on his own battlements with a small globe in his hand. He owns everything as far as the wall and he is looking beyond it.',
    'Next comes the Seven of Swords: somebody tiptoes out of a camp with five blades under his arm and two left standing. It is usually called theft. It may equally be somebody who carries as much as he can.',
    'The card is the Emperor, on a stone seat, in armour, with mountains at his back. He likes rules because he made them. One should note that the seat cannot be very comfortable.',
    'It is the Six of Swords, the ferry. There are three people in it and only one has an oar. The water is rough to starboard and calm to port, which is all the forecast one gets.',
    'Here lies the Page of Pentacles, who looks at a single coin as though there were going to be an examination on it. He is the only one in the pack who reads the instructions.',
    'What fell was the Ten of Wands. Somebody carries ten staves to a house that is not far off. He could go twice with five. It has not occurred to him.',
    'I have the Hanged Man, suspended by one foot from a living tree and looking perfectly well. He is not being punished. He has stopped, which other people find hard to distinguish.',
    'The Wheel of Fortune: creatures going up on the right, creatures going down on the left, and at the four corners four figures who read throughout. It turns in any case.',
    'Then Temperance, the angel who pours from one cup into another at an angle that no real liquid would tolerate. It is a card about proportion. I have always taken it as a recipe.',
    'This is the Queen of Pentacles. She holds her coin in her lap like something that must be kept warm, and there is a rabbit in the corner, in case anyone should think that nothing is going to come of it.',
    'The Five of Cups: three have fallen over and two have not, and the figure in the cloak has arranged things so as to see only the three. There is a bridge in the background. There generally is.',
    'The Sun, without reservations. A child, a horse, a wall, and four sunflowers, which for once are not looking at the sun but at the child.',
  ],
  past: [
    'In the first place it describes what you have behind you. I count at least three things in your letter which others would put on a certificate, and you mention them as one mentions the weather. I would write them down. It is hard to sell what one takes for weather.',
    'It stands for what has brought you here. You were given responsibility without the means, you found the means, and so you were given more. It is an honourable way of getting stuck. It is also evidence of a kind that can be presented.',
    'As regards the past, it says that you chose sensibly with what you knew. I stress this, because you have been trying yourself for it for some time, and always before the same judge. The verdict does not change. One might therefore adjourn.',
    'It refers to the years you have put in. They have given you a name among about forty people, according to my estimate, and those forty are not evenly distributed. Most of what happens next comes by way of five of them. You will know which five.',
    'This concerns your beginnings. You learned the trade from somebody who was excellent and difficult, and you have kept the first and apologise for the second, though it was never yours. I should stop apologising. People have begun to wonder what for.',
  ],
  now: [
    'At present it means a plateau. I use the word as hikers do: one has climbed, it is level, there is a view, and it is not where one meant to spend the night. Nothing is wrong with it. It only gets cold towards five.',
    'For the present situation I read delay, and of the useful sort. Two things that you are waiting for depend on each other, and neither will move first. You can move the smaller of them. I suspect you know how, since you have described it in brackets.',
    'It shows where matters stand. You are doing the work of one and a half persons and are thinking with what remains. I would not trust any conclusion that was reached after nine in the evening, including the one about {worry}.',
    'As a statement about today it is neutral, which is better than you expected. The position can be held for about four months. It cannot be held for a year. So there is time for one good attempt and not for three hurried ones.',
    'It describes the present with some accuracy: everything is running and nothing is going anywhere. Such periods end with a telephone call, or with a decision. You have influence over one of the two.',
  ],
  obstacle: [
    'In the way stands, if I see correctly, a sum that has not been worked out. You say that you cannot afford it. You do not say how much it is. I would find the figure, to the nearest hundred, before I let it run my life.',
    'The obstacle is courtesy. You are waiting until it is convenient for everyone. I have looked through all seventy-eight cards in my time and there is none for that day.',
    'What hinders you is a comparison with one particular person, whom you do not name. They are doing well, or say they are. You have seen the photographs and not the invoices. I would take them off the committee.',
    'It marks the difficulty, and it is an ordinary one: you know how to do the thing and do not know how to be seen doing it. That is a separate skill. It can be learned by shy people, who are on the whole better at it, as they do not overdo it.',
    'It warns against doing everything at once. The course, the move, the talk with your manager and the new shoes have been tied together in one parcel, and now it will not fit through the door. Cut the string.',
  ],
  ahead: {
    careerPath: [
      'As to the direction, I read {hope}, with one amendment: not as a dream to be paid for by something else, but as a trade with prices. You will be good at it sooner than you will be at ease with it. Allow for eighteen months, of which the first six will look like nothing from outside.',
      'Ahead I see work in which you are the second pair of eyes. Somebody makes, and you see what is wrong with it and say so in such a way that they thank you. There are many names for this and most of them are badly paid. Three are not. Quality, procurement, and the training of others would be where I should look first.',
      'The road leads out of the large house and into a smaller one, where you will do four jobs and like two of them. I consider that a high rate. {Hope} is among the two. I would expect the change next year, in the second quarter, and in a place that you can reach by bicycle.',
    ],
    jobSoon: [
      'You asked for a date. I make it nine to twelve weeks, with an interview in the fourth that you will believe to be the one. It is not. It is the rehearsal, and it ought to be treated as one: go, be tested, write down every question they ask. You will be asked the same ones in week nine by people you like better.',
      'Concerning when: the card allows for one false start, {name}, and then for something steady towards the end of the quarter. It will not be advertised under the name that you are searching for. Try the words that the customers would use, and not the profession.',
    ],
    progress: [
      'If you change: more money, more noise, a manager who is new to it and will learn on you, and a subject that wakes you up. If you stay: the same desk, a better chair, and the post above yours falling vacant in about fourteen months. Both are respectable. They are not equally interesting, and I notice which of them you asked about first.',
      'Should you leave, I see a good first year and a decisive second. Should you stay, I see it the other way about: a decisive first, in which you must ask for something definite, or else a second that resembles all the others. The card does not choose. It does tilt, a little, towards the door.',
    ],
  },
  advice: [
    'To be done this week, and it takes an hour: draw two columns, what you are paid for and what you are thanked for. If the same entry is in both, protect it. If something is only in the second, find out who would pay. If something is only in the first, it may go, and you need not feel anything about it.',
    'Then I would run a small trial. Choose something which costs less than a weekend away and can be finished within three. Decide before you begin what would count as a success, and write it down, because afterwards one remembers having expected what one got.',
    'Speak to two people who do already what you have in mind, one who likes it and one who has left it. The second conversation is the important one. Ask what a Tuesday in February is like. Nobody has ever been misled by a Tuesday in February.',
    'Put a date on it. I suggest the last working day of next month, for no better reason than that it exists. On that day you either take the next step, which will be clear by then, or you close the file for half a year and sleep. What wears people out is neither the one nor the other; it is the file lying open on the table.',
    'Ask for the thing, in one sentence, of the person who can grant it, and then be silent for longer than is pleasant. I find that counting to eleven does it. A great many careers turn on what somebody said at nine in order to fill the pause.',
    'Lastly the money. Work out what three months without income would cost, exactly, and put a third of that aside before you move. It is not that you will need it. One negotiates differently with a third.',
  ],
  closings: [
    'That is the whole of it, {name}. I have left out two things that the cards hinted at and that were none of my business. If you want a summary for the refrigerator door: one figure, one conversation, one date.',
    'I drew one more card as a check, as I always do, and it was the World, which is as near as this pack comes to a stamp. I would not rest on it, {name}. But I would certainly start from it.',
    'You will have noticed that I have not told you what to do. The cards are polite in that respect and I try to be. I do think, {name}, that you could have written most of this yourself, and that you will recognise the parts that you would have left out.',
    'Keep this letter until the date you have set, {name}, and read it once more then, with a pencil. Where I was right, put a tick. Where I was wrong, you will by that time know why, and that was what you wanted to find out.',
  ],
};
