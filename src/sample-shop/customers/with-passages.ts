import { customer } from './customer.ts';

/** Those whose reading is put together from the passages of its reader. */
export const withPassages = {
  eleanor: customer({
    name: 'Eleanor Marsh',
    email: 'eleanor.marsh@mail.example',
    called: 'Eleanor',
    asks: 'careerPath',
    background: 'Eleven years at a hotel reception. I would love to do something with plants. I am 46.',
    about: {
      situation: 'eleven years behind a hotel reception',
      hope: 'work among plants',
      worry: 'beginning again at forty-six',
    },
  }),
  dmitri: customer({
    name: 'Dmitri Sokolov',
    email: 'd.sokolov@inbox.example',
    called: 'Dima',
    asks: 'careerPath',
    background:
      'Sound engineer at a theatre that is closing. I also repair old radios. Nobody pays for that?',
    about: {
      situation: 'a theatre that is closing',
      hope: 'a workshop of your own',
      worry: 'turning the one thing you love into invoices',
    },
  }),
  priya: customer({
    name: 'Priya Raghunathan',
    email: 'priya.r@post.example',
    called: 'Priya',
    asks: 'progress',
    background: `Product manager, same company since university. Everything is fine. That's the problem. A friend's start-up would take me tomorrow.`,
    about: {
      situation: 'nine years in the first company you ever entered',
      hope: 'a place where something is at stake',
      worry: 'throwing away what others would envy',
    },
  }),
  jorge: customer({
    name: 'Jorge Benítez',
    email: 'jorge.benitez@mail.example',
    called: 'Jorge',
    asks: 'jobSoon',
    background: 'Laid off in the summer, graphic design. Two kids. Portfolio is good I think.',
    about: {
      situation: 'five months without work and two children at the table',
      hope: 'a team that laughs',
      worry: 'being too expensive at thirty-nine',
    },
  }),
  anneliese: customer({
    name: 'Anneliese Kühn',
    email: 'anneliese.kuehn@inbox.example',
    called: 'Anneliese',
    asks: 'careerPath',
    background: `Die Kinder sind aus dem Haus. Sorry – the children have left home. I was a bookkeeper before. I would like to work with old people or with wood, I know that is not the same.`,
    about: {
      situation: 'a house that has become quiet',
      hope: 'work with wood, or with the old',
      worry: 'no longer being needed by anyone',
    },
  }),
  samir: customer({
    name: 'Samir El-Masri',
    email: 'samir.elmasri@post.example',
    called: 'Samir',
    asks: 'progress',
    background:
      'Civil engineer, public authority. Private firm wants me. My father says never leave the state.',
    about: {
      situation: 'seven safe years with the authority',
      hope: 'bridges that get built while you watch',
      worry: 'proving your father right',
    },
  }),
  ruth: customer({
    name: 'Ruth Abernathy',
    email: 'ruth.abernathy@mail.example',
    called: 'Ruthie',
    asks: 'jobSoon',
    background:
      'Back after raising three. Everyone says my CV has "a shape". Library assistant would be heaven.',
    about: {
      situation: 'twelve years that no form has a field for',
      hope: 'a library with a window',
      worry: 'being kindly overlooked',
    },
  }),
  oluwaseun: customer({
    name: 'Oluwaseun Bakare',
    email: 'seun.bakare@inbox.example',
    called: 'Seun',
    asks: 'careerPath',
    background: `Accountant by day, choir leader by night. I can't live from the choir. Can I?`,
    about: {
      situation: 'columns of figures by day and a choir by night',
      hope: 'a living with music in it',
      worry: 'the rent, quite simply',
    },
  }),
  mei: customer({
    name: 'Mei-Ling Chen',
    email: 'meiling.chen@post.example',
    called: 'Mei-Ling',
    asks: 'progress',
    background:
      'Lab technician; they offer me team lead. Or the university job, half the money, my own project.',
    about: {
      situation: 'a laboratory in which you are the one who stays late',
      hope: 'a project with your name on it',
      worry: 'choosing the smaller salary and the smaller life with it',
    },
  }),
  fiona: customer({
    name: 'Fiona MacAllister',
    email: 'fiona@macallister.example',
    called: 'Fi',
    asks: 'careerPath',
    background: 'police officer, 14 yrs. done with it. dogs?',
    about: {
      situation: 'fourteen years in a uniform',
      hope: 'days spent with dogs and out of doors',
      worry: 'not knowing who you are without the uniform',
    },
  }),
  henrik: customer({
    name: 'Henrik Sørensen',
    email: 'henrik.sorensen@mail.example',
    called: 'Henrik',
    asks: 'jobSoon',
    background: 'Chef. Restaurant went bankrupt. I have savings for ten weeks. Would also move.',
    about: {
      situation: 'a kitchen that went bankrupt around you',
      hope: 'a smaller kitchen and one evening off',
      worry: 'ending up where you began, peeling',
    },
  }),
  camille: customer({
    name: 'Camille Dubois-Lefèvre',
    email: 'camille.dubois-lefevre@inbox.example',
    called: 'Camille',
    asks: 'progress',
    background: `Journalist at a regional newspaper. Each year fewer of us. The city's press office would hire me: secure, and the other side of the desk.`,
    about: {
      situation: 'a newsroom with more desks than people',
      hope: 'time to write one thing properly',
      worry: 'changing sides',
    },
  }),
  andile: customer({
    name: 'Andile Dlamini',
    email: 'andile.dlamini@post.example',
    called: 'Andile',
    asks: 'jobSoon',
    background: 'Finished my apprenticeship as an electrician, best of the year, they could not keep me.',
    about: {
      situation: 'an apprenticeship finished with honours and no post at the end of it',
      hope: 'a firm that lets you do the difficult jobs',
      worry: 'forgetting what you have learned before you may use it',
    },
  }),
  ingrid: customer({
    name: 'Ingrid Þórsdóttir',
    email: 'ingrid.thorsdottir@mail.example',
    called: 'Ingrid',
    asks: 'careerPath',
    background:
      'Geologist, then tourism, then motherhood. I want to be out on the rocks again or at least teach them.',
    about: {
      situation: 'three working lives that do not seem to add up',
      hope: 'being out on the rocks again',
      worry: 'having been away for too long',
    },
  }),
};
