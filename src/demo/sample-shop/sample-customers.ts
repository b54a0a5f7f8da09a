import type { OrderInput } from '../../shared/checkout/checkout-schema.ts';

interface Request {
  /** The name for the reading; by default the first name. */
  called?: string;
  /** By default `careerPath`, unless they ask their own question. */
  asks?: Exclude<OrderInput['readingType'], 'other'>;
  question?: string;
  background?: string;
}

function customer(name: string, email: string, request: Request = {}): OrderInput {
  const { called = name.split(' ')[0] ?? '', asks = 'careerPath', question = '', background = '' } = request;
  return {
    readingType: question ? 'other' : asks,
    customQuestion: question,
    customerName: name,
    customerEmail: email,
    readingAddresseeName: called,
    backgroundContext: background,
  };
}

export type CustomerName = keyof typeof customers;

/** The month's customer forms. The readings for them are in `letters`, under the same names. */
export const customers = {
  siobhan: customer("Siobhán O'Sullivan", 'siobhan.osullivan@post.example', {
    background: `I'm 41 and have been an intensive care nurse for sixteen years. I am good at it and I dread it. We are four short on the ward since spring and I always stay, someone has to. My husband says leave, but I'd feel I was abandoning them.

(I did enjoy training the new graduates last year, more than anything else really.)

I have no idea what else a person like me could do.`,
  }),
  zeynep: customer('Zeynep Yıldız', 'zeynep.yildiz@mail.example', {
    asks: 'progress',
    background: `Data analyst at an insurance company, six years, the last two very repetitive. I have an offer from a small mobility company: 18 % more, options, remote. They say they will probably build a data team around me.

The insurer has a pension scheme, a short commute and colleagues I like. My manager knows nothing about the offer.

I have made a comparison table with 23 rows and I still cannot decide. They want to hear from me by the end of the month.

About myself: I used to be curious.`,
  }),
  maxi: customer(
    'Maximiliane-Henriette Freifrau von Hohenberg-Wasserburg zu Altenstein',
    'maximiliane-henriette.von-hohenberg-wasserburg@weingut-altenstein.example',
    {
      called: 'Maxi',
      question:
        'Should I take over the wine estate which my family has run for three hundred years, although I have built a life of my own elsewhere and my brother believes he is the only one who understands the slopes?',
      background: `I have worked in logistics for wine importers for eleven years, now in Mainz (Rotterdam and Lyon before that). My father is 71. There are portraits on the stairs and I hear them asking. My aunt's inheritance is in dispute and the lower slope was sold without my knowledge. I am afraid I would lose myself there.`,
    },
  ),
  marcus: customer('Marcus Bell', 'm.bell@inbox.example', {
    asks: 'jobSoon',
    background: `58, logistics director, 19 years with the same company until the merger last spring. I am sorry to say I was not among those kept. Seven months of applications, about ten a week, all through portals. Two interviews. I have not contacted anyone from the old place because it would be embarrassing for both sides. Sorry for the long text. When will it happen?`,
  }),
  noa: customer('נועה לוי', 'noa.levi@post.example', {
    asks: 'progress',
    background: `אני מורה כבר ארבע עשרה שנה. I will write in English so that you need not translate :)

An education technology company has offered me nearly double to design lessons. I would reach a million children instead of thirty. It is flattering.

There was a boy in my class who did not speak for a whole term and one day he corrected my spelling on the board. I don't know why I am telling you this.

Our reading club was cancelled because there is no room for it. The new headmistress has asked me twice what I would do if it were up to me, I think to be polite. I lose my voice every February.`,
  }),
  misaki: customer('佐藤 美咲', 'sato.misaki@mail.example', {
    called: 'Misaki',
    question: 'Is it too late to return to architecture after seven years at home?',
    background: `Two children (6 and 8). I also cared for my mother in her flat until this spring; it must be given up soon. Before that I had an office with a partner. We built a library annexe with a roof that catches the morning. I drew the section in one night.

My licence has lapsed. The software has changed twice. My old partner's office has politely closed over the hole I left.

Satō Misaki (architect)`,
  }),
  layla: customer('Layla Haddad', 'layla.haddad@inbox.example', {
    called: 'ليلى',
    background: `I am a pharmacist, 29, in a chain, day shifts, and on Saturdays in a second shop. Thursdays I have my sister's children. I do all the papers for my parents. I take an evening course in public health and I like it very much.

A funny thing: some of our customers cannot read the leaflets so I draw them little pictures, a sun, a moon, a plate, two drops.

والدي بدأ من جديد في بلد غريب وهو في الأربعين، وهو فخور بي جداً. أخاف أن أخيّب أمله إن قلت له إنني أريد شيئاً آخر.`,
  }),
  bo: customer('Bo Li', 'bo@bo-li.example', {
    asks: 'jobSoon',
    background: `CS degree, 23. 230 applications, 4 replies. Three professors say the degree was not a mistake. My mother asks every Sunday. Not sleeping much.
ps: fixed the seat reservation of our badminton club because it double-booked court three and nobody could find out why. not sure thats relevant`,
  }),
  grace: customer('Grace Okonkwo-Adeyemi', 'grace.okonkwo-adeyemi@post.example', {
    question: 'My manager is retiring and wants me to apply for her post. Do I even want it?',
    background: `Mrs Aldridge has run our department for twelve years, very fair, door always closed. My team is lovely, we have lunch together on Thursdays. A half post has been vacant since last year so I cover that too. No holiday longer than five days in two years. My mother would tell the whole church. My sister keeps asking me to come to the sea.`,
  }),
  tomasz: customer('Tomasz Wiśniewski', 'tomasz.w@mail.example', {
    background: `I am lorry driver 22 years, nine countries. Customs papers in four languages, badly in all of them. I trained eleven younger drivers, nine are still in the firm. Once I rebuilt engine on car park in Brno in rain. Now doctor says my back, it must stop within the year. I can do nothing else. My wife says write to this lady. Also is it normal that I dream about the road?`,
  }),
  hannah: customer('Hannah Whitfield', 'hannah.whitfield@inbox.example', {
    asks: 'progress',
    background: `Five years at a litigation firm, two from partner. A housing foundation would like to have me as its counsel, at two thirds of the money. I spent an afternoon with their tenants and could not sleep for joy.

~~I would be fine if I did not mind so much.~~

My boyfriend could cover the rent, or says he could. There is the bonus in March. I was told their last counsel "moved on".`,
  }),
  ana: customer('Ana Lucía Fernández de la Vega', 'analucia@panaderia-dos-hermanas.example', {
    called: 'Ana Lucía',
    question:
      'Should I buy out my business partner, or let her buy me out? Either is fine, so long as it is over.',
    background: `We opened the bakery nine years ago with a party, she danced on the counter. She does the books, I do everything that has flour on it. Now she writes instead of calling and counts the flour. People queue for the almond ones.`,
  }),
  kiri: customer('Kiri Ngata', 'kiri.ngata@post.example', {
    asks: 'jobSoon',
    background: `I ran the office of a festival until I fell ill, eighteen months ago. I miss the person who could do that on four hours of sleep. My leave is used up and I live at my sister's, who is being kind about the money. What do I say about the gap? On Wednesdays I swim with the women from the ward, that I would like to keep.

The scans are clear, by the way.`,
  }),
  eleanor: customer('Eleanor Marsh', 'eleanor.marsh@mail.example', {
    background: 'Eleven years at a hotel reception. I would love to do something with plants. I am 46.',
  }),
  dmitri: customer('Dmitri Sokolov', 'd.sokolov@inbox.example', {
    called: 'Dima',
    background:
      'Sound engineer at a theatre that is closing. I also repair old radios. Nobody pays for that?',
  }),
  priya: customer('Priya Raghunathan', 'priya.r@post.example', {
    asks: 'progress',
    background: `Product manager, same company since university. Everything is fine. That's the problem. A friend's start-up would take me tomorrow.`,
  }),
  jorge: customer('Jorge Benítez', 'jorge.benitez@mail.example', {
    asks: 'jobSoon',
    background: 'Laid off in the summer, graphic design. Two kids. Portfolio is good I think.',
  }),
  anneliese: customer('Anneliese Kühn', 'anneliese.kuehn@inbox.example', {
    background: `Die Kinder sind aus dem Haus. Sorry – the children have left home. I was a bookkeeper before. I would like to work with old people or with wood, I know that is not the same.`,
  }),
  samir: customer('Samir El-Masri', 'samir.elmasri@post.example', {
    asks: 'progress',
    background:
      'Civil engineer, public authority. Private firm wants me. My father says never leave the state.',
  }),
  ruth: customer('Ruth Abernathy', 'ruth.abernathy@mail.example', {
    called: 'Ruthie',
    asks: 'jobSoon',
    background:
      'Back after raising three. Everyone says my CV has "a shape". Library assistant would be heaven.',
  }),
  oluwaseun: customer('Oluwaseun Bakare', 'seun.bakare@inbox.example', {
    called: 'Seun',
    background: `Accountant by day, choir leader by night. I can't live from the choir. Can I?`,
  }),
  mei: customer('Mei-Ling Chen', 'meiling.chen@post.example', {
    asks: 'progress',
    background:
      'Lab technician; they offer me team lead. Or the university job, half the money, my own project.',
  }),
  fiona: customer('Fiona MacAllister', 'fiona@macallister.example', {
    called: 'Fi',
    background: 'police officer, 14 yrs. done with it. dogs?',
  }),
  henrik: customer('Henrik Sørensen', 'henrik.sorensen@mail.example', {
    asks: 'jobSoon',
    background: 'Chef. Restaurant went bankrupt. I have savings for ten weeks. Would also move.',
  }),
  camille: customer('Camille Dubois-Lefèvre', 'camille.dubois-lefevre@inbox.example', {
    asks: 'progress',
    background: `Journalist at a regional newspaper. Each year fewer of us. The city's press office would hire me: secure, and the other side of the desk.`,
  }),
  andile: customer('Andile Dlamini', 'andile.dlamini@post.example', {
    asks: 'jobSoon',
    background: 'Finished my apprenticeship as an electrician, best of the year, they could not keep me.',
  }),
  ingrid: customer('Ingrid Þórsdóttir', 'ingrid.thorsdottir@mail.example', {
    background:
      'Geologist, then tourism, then motherhood. I want to be out on the rocks again or at least teach them.',
  }),
  olivia: customer('Olivia Tran', 'olivia.tran@post.example', {
    called: 'Liv',
    asks: 'progress',
    background: `UX lead. My company was bought and the new owners are nice, honestly, but I sit in meetings from nine to five about meetings. A former boss wants me for a charity's app. I'd have to learn to live with less. I turn 35 in two weeks and somehow that matters?`,
  }),
  desmond: customer('Desmond Achebe', 'desmond.achebe@mail.example', {
    background: 'Retired from the navy at 44. What now? Everybody offers me security jobs.',
  }),
  valentina: customer('Valentina Rossi', 'vale.rossi@inbox.example', {
    called: 'Vale',
    question: 'My company wants to send me to Singapore for two years. Do I go without my partner?',
    background: 'He would not come. He says go. I hear "go" in two ways.',
  }),
  thandi: customer('Thandiwe Mokoena', 'thandi.mokoena@post.example', {
    called: 'Thandi',
    asks: 'jobSoon',
    background:
      'Social worker, contract ends in six weeks, the extension is "nearly certain" for the third time.',
  }),
  peter: customer('Peter Novák', 'peter.novak@mail.example'),
  soraya: customer('Soraya Mirzaei', 'soraya.mirzaei@inbox.example', {
    asks: 'progress',
    background: `Dentist in a practice that was sold to investors. I am told how many minutes a filling takes. I could open my own with a colleague, it means debts for fifteen years.`,
  }),
  wei: customer('Wei Zhang', 'wei.zhang@post.example', {
    asks: 'jobSoon',
    background: 'visa ends in april. please be honest',
  }),
  louise: customer('Louise Bergström', 'louise.bergstrom@mail.example', {
    called: 'Lou',
    background: 'I am a very good assistant. I would like to find out whether I am anything else.',
  }),
  kevin: customer('Kevin Doyle', 'kev.doyle@inbox.example', {
    called: 'Kev',
    asks: 'jobSoon',
    background: 'asap please',
  }),
  beatriz: customer('Beatriz Carvalho', 'bea.carvalho@post.example', {
    called: 'Bea',
    asks: 'progress',
    background: 'Flight attendant for 17 years. The training centre on the ground has a vacancy.',
  }),
  nadia: customer('Nadia Petrova', 'nadia.petrova@mail.example', {
    background: 'I translate instruction manuals for washing machines.',
  }),
  gordon: customer('Gordon Pike', 'gordon.pike@inbox.example', {
    asks: 'jobSoon',
    background: 'Let go last week. Ordered this at night, to be frank.',
  }),
  yuki: customer('Yuki Tanaka', 'yuki.tanaka@post.example', {
    question: 'Shall I tell my team that I am pregnant before or after the promotion round?',
  }),
  brandon: customer('Brandon T. Whitlock III', 'btwhitlock@mail.example', {
    asks: 'progress',
    background: 'Pls see LinkedIn',
  }),
  siobhanAgain: customer("Siobhán O'Sullivan", 'siobhan.osullivan@post.example', {
    question: 'They have offered me the half post in training. Do I ask for the other half as well?',
    background: `You will not remember me but you told me to give it a name. It is called simulation lead, 50 %, from the first of next month. I put down the rota and the ward did not fall in.`,
  }),
  trial: customer('Test Test', 'hello@career-tarot.example', {
    background: 'Trying out the checkout with my own card.',
  }),
};
