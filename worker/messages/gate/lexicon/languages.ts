/** Spoken languages. Form of a line as in tools.ts; forms are what CVs and letters call them. */
export const languages = `
french: francais*, french, franzosisch*
english: anglais*, english, englisch*
german: allemand*, german, deutsch*
spanish: espagnol*, spanish, spanisch*
italian: italien*, italian, italienisch*
portuguese: portugais*, portuguese, portugiesisch*
dutch: neerlandais*, dutch, niederlandisch*, hollandais*
arabic: arabe, arabic, arabisch*
turkish: turc, turkish, turkisch*
polish: polonais*, polish, polnisch*
russian: russe, russian, russisch*
ukrainian: ukrainien*, ukrainian, ukrainisch*
chinese: chinois*, chinese, chinesisch*, mandarin
japanese: japonais*, japanese, japanisch*
korean: coreen*, korean, koreanisch*
romanian: roumain*, romanian, rumanisch*
greek: grec, greek, griechisch*
vietnamese: vietnamien*, vietnamese, vietnamesisch*
hindi: hindi
urdu: urdu, ourdou
punjabi: punjabi, pendjabi
bengali: bengali
tamil: tamoul, tamil
persian: persan*, persian, farsi, persisch*
hebrew: hebreu, hebrew, hebraisch*
swedish: suedois*, swedish, schwedisch*
norwegian: norvegien*, norwegian, norwegisch*
danish: danois*, danish, danisch*
finnish: finnois*, finnish, finnisch*
czech: tcheque, czech, tschechisch*
hungarian: hongrois*, hungarian, ungarisch*
croatian: croate, croatian, kroatisch*
serbian: serbe, serbian, serbisch*
bulgarian: bulgare, bulgarian, bulgarisch*
albanian: albanais*, albanian, albanisch*
welsh: gallois*, welsh, walisisch*
breton: breton
wolof: wolof
lingala: lingala
swahili: swahili, suaheli
berber: berbere, kabyle, tamazight
creole: creole, kreolisch
catalan: catalan, katalanisch*
basque: basque, baskisch*
kurdish: kurde, kurdish, kurdisch*
latin: latin
yoruba: yoruba
igbo: igbo
hausa: hausa
twi: twi, akan
amharic: amharic, amharique, amharisch*
tigrinya: tigrinya
somali: somali
dari: dari
pashto: pashto, pachto, paschtu
gujarati: gujarati
marathi: marathi
telugu: telugu, telougou
malayalam: malayalam
nepali: nepali, nepalais*
sinhala: sinhala, singhalais*
thai: thai, thailandais*
tagalog: tagalog, filipino
indonesian: indonesien*, indonesian, indonesisch*
georgian: georgien*, georgian, georgisch*
armenian: armenien*, armenian, armenisch*
azerbaijani: azeri, azerbaijani
kazakh: kazakh
slovak: slovaque, slovak, slowakisch*
slovene: slovene, slovenian, slowenisch*
lithuanian: lituanien*, lithuanian, litauisch*
latvian: letton, latvian, lettisch*
estonian: estonien*, estonian, estnisch*
macedonian: macedonien*, macedonian, mazedonisch*
bosnian: bosniaque, bosnian, bosnisch*
icelandic: islandais*, icelandic, islandisch*
irish: irish, irisch*, irish gaelic, irlandais
gaelic: gaelic, gaelique
luxembourgish: luxembourgeois*, luxembourgish, luxemburgisch*
alsatian: alsacien, elsassisch*, alsatian
occitan: occitan
corsican: corse, corsican
malagasy: malgache, malagasy
bambara: bambara
fula: peul, fula
comorian: comorien*
kinyarwanda: kinyarwanda
zulu: zulu
afrikaans: afrikaans
maltese: maltais*, maltese
signs: langue des signes, lsf, sign language, bsl, gebardensprache
`;

/**
 * How well, from 1 (a beginner) to 6 (mother tongue). One a line: `grade: forms`. Two forms of one grade translate each
 * other; half a grade more than the source says passes, as a matter of translation.
 */
export const levels = `
6: langue maternelle, langues maternelles, maternel*, native*, mother tongue, muttersprach*, bilingu*, zweisprachig*, trilingu*, c2, as a native
5: lu parle ecrit, lu ecrit parle, parle lu ecrit, wort und schrift, spoken and written, written and spoken, courant*, couramment, fluen*, fliess*, c1, verhandlungssicher*, professional proficiency, full professional, operationnel*, maitrise parfaite*, parfaitement, perfect*, perfekt*, excellent*, ausgezeichnet*, tres courant, business fluent, proficien*, working proficiency, avance, advanced, impeccab*
4.5: maitrise*, beherrsch*, mastery, command of, tres bon*, very good, sehr gut*, sehr guten, professionnel*, langue de travail, working language
4: b2, bon niveau, upper intermediate, bien parle*, good, gute*, gut, bonne*, bon, solid*, confirme*
3: b1, intermedia*, moyen*, conversation*, mittlere*, correct*, assez bon*, fair, alltagstauglich*
2: a2, notion*, scolaire, bases, de base, basic*, basics, elementa*, grundkenntnis*, grundlag*, schulkenntnis*, some, un peu, a little, etwas, schoolenglish, school level, debrouill*
1.5: a1, lerne, learning, apprends, debut*, debutant*, beginner*, anfanger*
`;

/** Words that make a sentence with a language one about speaking it. */
export const speaking = new Set(
  `parle parlant parlez speak speaking spoken speaks spreche sprechen spricht langue langues language languages sprache sprachen sprachkenntnisse
  sprachlich niveau level kenntnisse kenntnissen maitrise beherrsche courant couramment fluent fluently fluency fliessend bilingue bilingual zweisprachig
  trilingue trilingual native maternelle muttersprache muttersprachler muttersprachlerin muttersprachlich notions bases a1 a2 b1 b2 c1 c2 proficient proficiency
  verhandlungssicher grundkenntnisse conversational scolaire ecrit redige written wort schrift verstandige verstehe understand comprends lis pratique
  echange converse communiquer communicate accent speaker speakers sprachniveau anglophone germanophone francophone hispanophone`.split(
    /\s+/,
  ),
);
