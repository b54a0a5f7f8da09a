import { customer } from './customer.ts';

/** Those nobody has written for, or not to the end. */
export const withoutReading = {
  olivia: customer({
    name: 'Olivia Tran',
    email: 'olivia.tran@post.example',
    called: 'Liv',
    asks: 'progress',
    background: `UX lead. My company was bought and the new owners are nice, honestly, but I sit in meetings from nine to five about meetings. A former boss wants me for a charity's app. I'd have to learn to live with less. I turn 35 in two weeks and somehow that matters?`,
    about: {
      situation: 'a year of meetings about meetings',
      hope: 'something that somebody needs',
      worry: 'having less and being told so',
    },
  }),
  desmond: customer({
    name: 'Desmond Achebe',
    email: 'desmond.achebe@mail.example',
    called: 'Desmond',
    asks: 'careerPath',
    background: 'Retired from the navy at 44. What now? Everybody offers me security jobs.',
    about: {
      situation: 'a career that ended on schedule at forty-four',
      hope: 'a second one that nobody has ordered',
      worry: 'standing at a door with a badge',
    },
  }),
  valentina: customer({
    name: 'Valentina Rossi',
    email: 'vale.rossi@inbox.example',
    called: 'Vale',
    asks: { question: 'My company wants to send me to Singapore for two years. Do I go without my partner?' },
    background: 'He would not come. He says go. I hear "go" in two ways.',
  }),
  thandi: customer({
    name: 'Thandiwe Mokoena',
    email: 'thandi.mokoena@post.example',
    called: 'Thandi',
    asks: 'jobSoon',
    background:
      'Social worker, contract ends in six weeks, the extension is "nearly certain" for the third time.',
  }),
  peter: customer({
    name: 'Peter Novák',
    email: 'peter.novak@mail.example',
    called: 'Peter',
    asks: 'careerPath',
  }),
  soraya: customer({
    name: 'Soraya Mirzaei',
    email: 'soraya.mirzaei@inbox.example',
    called: 'Soraya',
    asks: 'progress',
    background: `Dentist in a practice that was sold to investors. I am told how many minutes a filling takes. I could open my own with a colleague, it means debts for fifteen years.`,
  }),
  wei: customer({
    name: 'Wei Zhang',
    email: 'wei.zhang@post.example',
    called: 'Wei',
    asks: 'jobSoon',
    background: 'visa ends in april. please be honest',
  }),
  louise: customer({
    name: 'Louise Bergström',
    email: 'louise.bergstrom@mail.example',
    called: 'Lou',
    asks: 'careerPath',
    background: 'I am a very good assistant. I would like to find out whether I am anything else.',
  }),
  kevin: customer({
    name: 'Kevin Doyle',
    email: 'kev.doyle@inbox.example',
    called: 'Kev',
    asks: 'jobSoon',
    background: 'asap please',
  }),
  beatriz: customer({
    name: 'Beatriz Carvalho',
    email: 'bea.carvalho@post.example',
    called: 'Bea',
    asks: 'progress',
    background: 'Flight attendant for 17 years. The training centre on the ground has a vacancy.',
  }),
  nadia: customer({
    name: 'Nadia Petrova',
    email: 'nadia.petrova@mail.example',
    called: 'Nadia',
    asks: 'careerPath',
    background: 'I translate instruction manuals for washing machines.',
  }),
  gordon: customer({
    name: 'Gordon Pike',
    email: 'gordon.pike@inbox.example',
    called: 'Gordon',
    asks: 'jobSoon',
    background: 'Let go last week. Ordered this at night, to be frank.',
  }),
  yuki: customer({
    name: 'Yuki Tanaka',
    email: 'yuki.tanaka@post.example',
    called: 'Yuki',
    asks: { question: 'Shall I tell my team that I am pregnant before or after the promotion round?' },
  }),
  brandon: customer({
    name: 'Brandon T. Whitlock III',
    email: 'btwhitlock@mail.example',
    called: 'Brandon',
    asks: 'progress',
    background: 'Pls see LinkedIn',
  }),
  siobhanAgain: customer({
    name: "Siobhán O'Sullivan",
    email: 'siobhan.osullivan@post.example',
    called: 'Siobhán',
    asks: {
      question: 'They have offered me the half post in training. Do I ask for the other half as well?',
    },
    background: `You will not remember me but you told me to give it a name. It is called simulation lead, 50 %, from the first of next month. I put down the rota and the ward did not fall in.`,
  }),
  trial: customer({
    name: 'Test Test',
    email: 'hello@career-tarot.example',
    called: 'Test',
    asks: 'careerPath',
    background: 'Trying out the checkout with my own card.',
  }),
};
