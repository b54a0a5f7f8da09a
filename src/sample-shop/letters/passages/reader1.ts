import type { Passages } from './passages.ts';

/** The first reader writes letters: warm, in pictures, with a question now and then. */
export const reader1: Passages = {
  openings: [
    'Your letter lay beside my cards all morning, {name}, and I kept going back to two words in it. You write of {situation}, plainly and without complaint, and then, almost in passing, of {hope}. The rest of the page keeps those two apart. I tried to lay the cards so that they would have to sit next to each other.',
    'I read your question aloud before I shuffled, {name}, because a question sounds different in a room. What I heard was somebody who has carried {situation} for a good while and has grown careful with wishes. I drew four cards for you, and I would like to walk past them with you slowly, as one does with pictures in a house that is new to one.',
    'It is a curious thing, {name}: people who write to me about work nearly always begin with what they owe to others. You did so too. Only at the end you speak of {hope}, in half a line, as if you were asking whether the seat beside me was taken. It is free. Let us see who comes and sits there.',
    'It was raining when I turned your cards, {name}, and it suited them, since they speak of something that is growing where nobody looks. You told me of {situation}. You told me as well, and I was touched by it, that you are afraid of {worry}. I have kept both in mind, and I will come back to the second.',
  ],
  cards: [
    'The first thing I saw was the Fool, stepping out along the cliff with his small bundle and his white dog, looking up instead of down. He is not stupid. He has merely not yet been told that it cannot be done.',
    'Here came the Lovers, and they are not only about love: two people stand bare under an angel, and what they are really doing is choosing, in full daylight, where everyone can see it.',
    'Then the Page of Swords turned up, windblown on his hill, holding the blade with both hands as though it had just spoken to him. He is all attention. He hears things before they are said.',
    'I turned over the Queen of Cups next. She sits at the edge of the sea and looks into a cup so richly made that one cannot see what is in it, and she is in no hurry whatsoever to find out.',
    'The Six of Pentacles followed, the merchant who weighs his coins before he gives them away. People like him for the giving. I like him for the scales.',
    'And there was the Hermit on his mountain, holding a lantern in which somebody has caught a star. He has gone ahead up the path. He has turned round to light it for whoever is coming after.',
    'What lay there was the Three of Wands: someone in a long cloak stands with his back to us and looks out over a golden bay, in which his ships are small and on their way.',
    'The Moon came up, as she does. Between two towers a path runs off into the hills, a dog and a wolf are howling, and nobody can say by this light which of them is which.',
    'I was pleased to meet the Four of Wands, with its garland of fruit and flowers between four tall poles, and two people running out from beneath it with their arms in the air.',
    'The Knight of Cups rode in at a walk, with his cup held out in front of him like an invitation. He has wings on his helmet, and his horse would much rather be drinking.',
    'Next to it I laid the Nine of Cups, the contented host with folded arms in front of his row of goblets, who looks as if he had a rather good idea for dessert.',
    'Strength was the card, the woman with the lion. She has put her hands around those jaws as gently as one would close a book in which somebody else is still reading.',
  ],
  past: [
    'This is the ground you come from. You have learned to be reliable in a place that took it for granted, and I imagine that nobody there could say exactly what you do; they would only notice if you stopped. Take that with you, please, as a craft and not as a habit.',
    'In this place it speaks about the years behind you. They were not wasted, though you wonder about it in your second paragraph. Something in you was being trained the whole time, an ear for what people mean when they say that everything is fine. Few places teach that, and none can take it back.',
    'I see in it what you bring along. Somebody once told you, early, what you were good at, and it was true, and it was not everything. You have lived in that one room of the house ever since. It is a nice room. There are others, and the heating in them works.',
    'It describes where your strength has been growing. You put up with a great deal, and you found ways of making it bearable for the person at the next desk also. That is leadership, incidentally, though I know that it was never printed on your door.',
    'It belongs to what was. I believe there was a moment, some three or four years ago, in which you nearly went, and stayed for the sake of somebody else. You may have forgotten it. The cards have not, and neither has the part of you that wrote to me at eleven at night.',
  ],
  now: [
    'For the present it says something quite simple: you are between two breaths. The old air is out and the new is not yet in. It is uncomfortable and it lasts for a moment. I would not make a large decision in it, but I would open a window.',
    'As a picture of today I find it kind. It shows somebody who knows a good deal more than is being admitted. You describe {situation}, and you describe it in the past tense, three times, without noticing. I noticed.',
    'What it tells me of the present is that you are looking in the right direction and standing a little too far away. From there everything is the same size. Go nearer to one thing. It does not matter very much which of them, as long as you may touch it.',
    'This is where you stand, and I would ask you to notice that you are standing. You write as if you had fallen. Tired is not fallen. Tired wants a chair and some soup, and perhaps three evenings on which nobody asks for anything.',
    'In the middle of the row it speaks about the mood of these weeks. You keep a door ajar and a coat over your arm, and you are polite to everybody in the hall. It is time to put the coat on or to hang it up. Either would be warmer.',
  ],
  obstacle: [
    'It stands across the road, though it is no wall. It is the voice that asks who you think you are. I have always found that it can be answered truthfully, by saying one’s name. Say it as you would on the telephone, {name}, a little more slowly than usual.',
    'What is in the way is smaller than it looks, and it has a face. It is the fear of {worry}. I do not wish to talk you out of it, for it is looking after you. I would only move it from the steering wheel to the seat behind, where it can still see the road.',
    'As the hindrance I read it thus: you are waiting for a permission that nobody is in a position to give. The people whom you would ask are waiting for theirs. Somebody in this family of waiting will have to get up first, and you are already holding the pen.',
    'Here it speaks of what slows you down. You want to be sure before you begin, and it is the beginning that makes one sure. I know how irritating that sentence is. I had to have it said to me several times, and by the last time I had begun.',
    'It warns me of one thing. You have been counting what you might lose, in careful columns, and you have not allowed yourself to count the other side, lest it should come out larger. Please count it, once, for an evening. You can always tear up the sheet.',
  ],
  ahead: {
    careerPath: [
      'And ahead of you? I see {hope}, but it comes in working clothes. It begins as a favour that you do for somebody, grows into a regular afternoon, and one day the afternoon pays better than the rest of the week. Do not look for a title. Look for the hours in which you forget to check the time.',
      'For what is coming it is a hopeful card. It speaks of a path with other people on it, some of them much younger than you, who will ask you how you knew. I would look where you can show something to someone and see at once in the face whether it has arrived.',
      'Where it leads I read as a turning towards what can be held: {hope}, quite literally. It will make less of an impression at parties, for a year or so. After that you will be the one who is asked to tell them how it was done.',
    ],
    jobSoon: [
      'You asked when. I see two knocks at the door. The first comes soon, before the next moon is full, and it is friendly, and it is not yet the one. The second comes about seven weeks after it, and it comes because of the first. So be gracious to the wrong one, {name}. It knows the right one.',
      'As for the time, the card has something of a thaw in it, a slow one, with the ground still hard underneath. I believe you will hear of the place from somebody who thinks that it is not good enough for you. Go and look in spite of that. There is a person there who has been trying to describe you to an agency for months.',
    ],
    progress: [
      'If you go, it will be into a wind that you rather enjoy, once you have stopped holding on to your hat. If you stay, it will be into a well-heated room in which you know every picture. I see no misfortune in either. I see more of you in the first.',
      'Two roads, you said, and the card lies where they part. On the one that stays I find thanks, though late and a little official. On the one that leaves I find a colleague who will become a friend, and a first quarter in which you ring your mother too often. I know which I would rather hear about.',
    ],
  },
  advice: [
    'What would I do with this, if I were you? I would choose one evening in the week and give it away to nobody. Sit down with a notebook and write, at the top of the page, what you did in the past seven days that you would have done without being paid. Do it four times. In the fourth week read all of it in one go, and underline whatever appears more than once.',
    'There is somebody you mention only by a first initial. I would ring that person up. Not in order to ask for anything; simply say that you have been thinking about what they said and that you would like to hear the rest of it. I have the feeling that there is a rest.',
    'Please write the letter that you will not send: to the place you are leaving, or to the one that has not answered. Say all of it. Put it into a drawer for nine days, and then take out the single sentence that is still true. That is the sentence to begin the next conversation with.',
    'Make it small enough to be done before Sunday. Not a new life, an errand on its behalf: one visit, one form, one hour of watching somebody do what you think you might like. The cards are rather good at directions and no good at all with distances. Your feet will have to find out about those.',
    'And rest, really. I know that it sounds like something printed on a cushion. But three out of four of your cards show a person with something heavy in their hands, and none of them has been told where to put it. You may put it down in the hall. It will still be there.',
    'Tell one person, aloud, what you want, in a single sentence without the word "just". Choose somebody who will not clap. Watch what your shoulders do when you have said it. Mine always know before I do.',
  ],
  closings: [
    'I drew a last card to say goodbye with and it was the Star, pouring out her two jugs under a clean sky. She is never in a hurry and she is never late. I wish you her sort of patience, {name}, and I should love to hear one day what became of it.',
    'That is what I saw, {name}. Keep whatever made you sit up, and leave the rest in the envelope; it will not mind. The cards lay a path with stones some way apart, and you are the one who knows how long your legs are.',
    'I have put your cards back among the others now, and the table looks quite bare. You need not answer any of this today. But if you should catch yourself humming on the stairs one morning, {name}, do look up and see which way you were going.',
    'With that I leave you, {name}, a little way further along than where we met. It was a good walk. I believe you are braver than the person who wrote to me, and it was brave enough to write.',
  ],
};
