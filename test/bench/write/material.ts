/** What the letters of bench and proof are made from: one candidate, as full a CV as most, and letters no honest check objects to. */

const NAME = "Ana Martin";

export const TEMPLATE =
  "Bonjour,\n\nJe suis vendeuse et je cherche un poste dans une maison qui soigne son accueil. J’aime conseiller les clients et tenir un rayon bien rangé. Je serais heureuse de vous rencontrer.\n\nAna Martin";

const TASKS = [
  [
    "accueil et conseil de 80 clients par jour",
    "tenue de la caisse et remise en banque",
    "mise en rayon du pain et de la pâtisserie",
  ],
  ["gestion du rayon fromages", "commande hebdomadaire auprès de 12 producteurs", "formation de deux apprentis"],
  ["mise en rayon et étiquetage", "inventaire annuel", "service de livraison à domicile"],
];
const POSTS = [
  ["Vendeuse", "Pain et Co", "2019 - 2021"],
  ["Responsable de rayon", "Grand Marché", "2021 - 2024"],
  ["Employée de commerce", "Épicerie des Halles", "2017 - 2019"],
] as const;
const ASIDE =
  "Dans ce poste comme dans les autres, le soin du magasin, la bonne entente avec les collègues et l’attention portée à chacun ont compté autant que le reste ; c’est ce que disent les personnes avec qui j’ai travaillé et qui peuvent être appelées pour en parler.";

/** About 2,300 characters, half of which no letter needs. */
export const CV = [
  "Ana Martin\n12 rue des Lilas, 69003 Lyon\nNée le 3 mars 1997, permis B",
  "Profil\nVendeuse dans le commerce alimentaire, je cherche un poste où l’on conseille vraiment. " + ASIDE,
  ...POSTS.map(
    ([title, employer, period], at) =>
      `${title} chez ${employer}, ${period}\n${TASKS[at]?.map((task) => `- ${task}`).join("\n")}\n${ASIDE}`,
  ),
  "Formation\nBac professionnel commerce, Lycée Jean Moulin, 2017\nCAP vente, Lycée Jean Moulin, 2015",
  "Compétences\nencaissement, conseil client, merchandising, gestion des stocks, hygiène alimentaire",
  "Langues\nAnglais courant, espagnol scolaire",
  "Loisirs\nJe chante dans une chorale, je fais de la randonnée avec un club du quartier et je lis beaucoup de romans policiers, surtout en hiver. " +
    ASIDE,
].join("\n\n");

/** What a careful reader would copy out of it. */
export const FACTS = {
  jobs: POSTS.map(([title, employer, period], at) => ({ title, employer, period, tasks: TASKS[at] ?? [] })),
  studies: [
    { school: "Lycée Jean Moulin", diploma: "Bac professionnel commerce", period: "2017" },
    { school: "Lycée Jean Moulin", diploma: "CAP vente", period: "2015" },
  ],
  skills: ["encaissement", "conseil client", "merchandising", "gestion des stocks", "hygiène alimentaire"],
  languages: [
    { language: "Anglais", level: "courant" },
    { language: "espagnol", level: "scolaire" },
  ],
  figures: ["80 clients par jour", "12 producteurs"],
  more: ["permis B"],
};

/** A letter to a company. */
export const letterTo = (company: string) => ({
  subject: `Candidature spontanée chez ${company} – ${NAME}`,
  body: `Madame, Monsieur,

Je vous écris pour proposer ma candidature à ${company}. Je suis vendeuse et je cherche un poste dans une maison qui soigne son accueil, ce que votre activité me laisse espérer.

Chez Pain et Co, de 2019 à 2021, j’ai tenu la caisse et conseillé les clients. J’aime ce travail : écouter une demande, proposer ce qui convient, tenir un rayon bien rangé du matin au soir. Je sais aussi que chaque magasin a ses habitudes et que l’on apprend les vôtres en les regardant de près.

Je serais heureuse de vous rencontrer, de voir comment vous travaillez et de vous dire de vive voix ce que je peux apporter à votre équipe. Je peux venir au jour qui vous convient, et je réponds volontiers à toutes vos questions. Je vous remercie du temps que vous prendrez à me lire.

Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.

${NAME}`,
});
