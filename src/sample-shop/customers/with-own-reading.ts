import { customer } from './customer.ts';

/** Those whose reading was written for them alone, in readings/. */
export const withTheirOwn = {
  siobhan: customer({
    name: "Siobhán O'Sullivan",
    email: 'siobhan.osullivan@post.example',
    called: 'Siobhán',
    asks: 'careerPath',
    background: `I'm 41 and have been an intensive care nurse for sixteen years. I am good at it and I dread it. We are four short on the ward since spring and I always stay, someone has to. My husband says leave, but I'd feel I was abandoning them.

(I did enjoy training the new graduates last year, more than anything else really.)

I have no idea what else a person like me could do.`,
  }),
  zeynep: customer({
    name: 'Zeynep Yıldız',
    email: 'zeynep.yildiz@mail.example',
    called: 'Zeynep',
    asks: 'progress',
    background: `Data analyst at an insurance company, six years, the last two very repetitive. I have an offer from a small mobility company: 18 % more, options, remote. They say they will probably build a data team around me.

The insurer has a pension scheme, a short commute and colleagues I like. My manager knows nothing about the offer.

I have made a comparison table with 23 rows and I still cannot decide. They want to hear from me by the end of the month.

About myself: I used to be curious.`,
  }),
  maxi: customer({
    name: 'Maximiliane-Henriette Freifrau von Hohenberg-Wasserburg zu Altenstein',
    email: 'maximiliane-henriette.von-hohenberg-wasserburg@weingut-altenstein.example',
    called: 'Maxi',
    asks: {
      question:
        'Should I take over the wine estate which my family has run for three hundred years, although I have built a life of my own elsewhere and my brother believes he is the only one who understands the slopes?',
    },
    background: `I have worked in logistics for wine importers for eleven years, now in Mainz (Rotterdam and Lyon before that). My father is 71. There are portraits on the stairs and I hear them asking. My aunt's inheritance is in dispute and the lower slope was sold without my knowledge. I am afraid I would lose myself there.`,
  }),
  marcus: customer({
    name: 'Marcus Bell',
    email: 'm.bell@inbox.example',
    called: 'Marcus',
    asks: 'jobSoon',
    background: `58, logistics director, 19 years with the same company until the merger last spring. I am sorry to say I was not among those kept. Seven months of applications, about ten a week, all through portals. Two interviews. I have not contacted anyone from the old place because it would be embarrassing for both sides. Sorry for the long text. When will it happen?`,
  }),
  noa: customer({
    name: 'נועה לוי',
    email: 'noa.levi@post.example',
    called: 'נועה',
    asks: 'progress',
    background: `אני מורה כבר ארבע עשרה שנה. I will write in English so that you need not translate :)

An education technology company has offered me nearly double to design lessons. I would reach a million children instead of thirty. It is flattering.

There was a boy in my class who did not speak for a whole term and one day he corrected my spelling on the board. I don't know why I am telling you this.

Our reading club was cancelled because there is no room for it. The new headmistress has asked me twice what I would do if it were up to me, I think to be polite. I lose my voice every February.`,
  }),
  misaki: customer({
    name: '佐藤 美咲',
    email: 'sato.misaki@mail.example',
    called: 'Misaki',
    asks: { question: 'Is it too late to return to architecture after seven years at home?' },
    background: `Two children (6 and 8). I also cared for my mother in her flat until this spring; it must be given up soon. Before that I had an office with a partner. We built a library annexe with a roof that catches the morning. I drew the section in one night.

My licence has lapsed. The software has changed twice. My old partner's office has politely closed over the hole I left.

Satō Misaki (architect)`,
  }),
  layla: customer({
    name: 'Layla Haddad',
    email: 'layla.haddad@inbox.example',
    called: 'ليلى',
    asks: 'careerPath',
    background: `I am a pharmacist, 29, in a chain, day shifts, and on Saturdays in a second shop. Thursdays I have my sister's children. I do all the papers for my parents. I take an evening course in public health and I like it very much.

A funny thing: some of our customers cannot read the leaflets so I draw them little pictures, a sun, a moon, a plate, two drops.

والدي بدأ من جديد في بلد غريب وهو في الأربعين، وهو فخور بي جداً. أخاف أن أخيّب أمله إن قلت له إنني أريد شيئاً آخر.`,
  }),
  bo: customer({
    name: 'Bo Li',
    email: 'bo@bo-li.example',
    called: 'Bo',
    asks: 'jobSoon',
    background: `CS degree, 23. 230 applications, 4 replies. Three professors say the degree was not a mistake. My mother asks every Sunday. Not sleeping much.
ps: fixed the seat reservation of our badminton club because it double-booked court three and nobody could find out why. not sure thats relevant`,
  }),
  grace: customer({
    name: 'Grace Okonkwo-Adeyemi',
    email: 'grace.okonkwo-adeyemi@post.example',
    called: 'Grace',
    asks: {
      question: 'My manager is retiring and wants me to apply for her post. Do I even want it?',
    },
    background: `Mrs Aldridge has run our department for twelve years, very fair, door always closed. My team is lovely, we have lunch together on Thursdays. A half post has been vacant since last year so I cover that too. No holiday longer than five days in two years. My mother would tell the whole church. My sister keeps asking me to come to the sea.`,
  }),
  tomasz: customer({
    name: 'Tomasz Wiśniewski',
    email: 'tomasz.w@mail.example',
    called: 'Tomasz',
    asks: 'careerPath',
    background: `I am lorry driver 22 years, nine countries. Customs papers in four languages, badly in all of them. I trained eleven younger drivers, nine are still in the firm. Once I rebuilt engine on car park in Brno in rain. Now doctor says my back, it must stop within the year. I can do nothing else. My wife says write to this lady. Also is it normal that I dream about the road?`,
  }),
  hannah: customer({
    name: 'Hannah Whitfield',
    email: 'hannah.whitfield@inbox.example',
    called: 'Hannah',
    asks: 'progress',
    background: `Five years at a litigation firm, two from partner. A housing foundation would like to have me as its counsel, at two thirds of the money. I spent an afternoon with their tenants and could not sleep for joy.

~~I would be fine if I did not mind so much.~~

My boyfriend could cover the rent, or says he could. There is the bonus in March. I was told their last counsel "moved on".`,
  }),
  ana: customer({
    name: 'Ana Lucía Fernández de la Vega',
    email: 'analucia@panaderia-dos-hermanas.example',
    called: 'Ana Lucía',
    asks: {
      question:
        'Should I buy out my business partner, or let her buy me out? Either is fine, so long as it is over.',
    },
    background: `We opened the bakery nine years ago with a party, she danced on the counter. She does the books, I do everything that has flour on it. Now she writes instead of calling and counts the flour. People queue for the almond ones.`,
  }),
  kiri: customer({
    name: 'Kiri Ngata',
    email: 'kiri.ngata@post.example',
    called: 'Kiri',
    asks: 'jobSoon',
    background: `I ran the office of a festival until I fell ill, eighteen months ago. I miss the person who could do that on four hours of sleep. My leave is used up and I live at my sister's, who is being kind about the money. What do I say about the gap? On Wednesdays I swim with the women from the ward, that I would like to keep.

The scans are clear, by the way.`,
  }),
};
