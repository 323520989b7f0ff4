/**
 * The 10,000 passwords that are used most, the commonest first, in lower case and without what is neither letter nor
 * digit: from the list of Django 4.2 (BSD licence; compiled by Royce Williams from breaches).
 */
export const commonPasswords = `
123456 123456789 qwerty password 111111 12345678 abc123 1234567 password1 12345 1234567890
123123 000000 iloveyou 1234 1q2w3e4r5t qwertyuiop monkey dragon 123456a 654321 123321 666666
1qaz2wsx 121212 myspace1 homelesspa 123qwe a123456 1q2w3e4r 123abc qwe123 7777777 qwerty123
987654321 target123 zxcvbnm tinkle qwerty1 222222 1g2w3e4r gwerty zag12wsx gwerty123 555555
fuckyou asdfghjkl 112233 1q2w3e qazwsx 123123123 princess computer 12345a 159753 ashley michael
football 1234qwer sunshine aaaaaa iloveyou1 fuckyou1 789456123 daniel asdfgh 777777 123654 11111
princess1 999999 abcd1234 11111111 passer2009 love shadow 888888 superman football1 love123
jordan23 jessica 12qwaszx baseball monkey1 killer a12345 123456789a master asd123 asdf samsung
charlie azerty soccer q1w2e3r4t5y6 jordan 88888888 fqrg7cs493 michael1 jesus1 blink182 789456
qwer1234 linkedin babygirl1 thomas q1w2e3r4 status michelle liverpool nicole 333333 asdasd qwert
j38ifubn 131313 987654 0123456789 lovely andrew gfhjkm joshua anthony hello1 justin angel1
zxcvbn hello iloveyou2 1111111 1111 jennifer naruto tigger hunter welcome 159357 babygirl
147258369 pokemon 101010 bitch1 jessica1 robert 0987654321 102030 parola secret 5201314 fuckyou2
696969 loveme 123456q purple mother anthony1 apple qazwsxedc money1 trustno1 matthew buster
baseball1 1111111111 andrea hannah basketball freedom passw0rd soccer1 iloveu chelsea george
friends william samantha amanda golfer summer chocolate asdf1234 qwerty12 number1 flower maggie
letmein charlie1 pakistan batman superman1 asshole1 butterfly 147258 marina 010203 forever
qweqwe fuk19600 12341234 mustang sunshine1 internet alexander london harley 1qaz2wsx3edc
29rsavoy 3rjs1la7qe ashley1 pepper xbox360 q1w2e3 00000000 family whatever joseph loveyou
jasmine orange cookie 50cent junior 212121 qweasdzxc martin 1qazxsw2 hello123 user lol123 google
password12 ginger password2 111222 patrick shadow1 jordan1 12344321 arsenal abcdef mylove
nicole1 starwars taylor brandon 232323 q1w2e3r4t5 angel love12 brandon1 diamond snoopy 12345q
vqsablpzla myspace asshole qweasd chris1 matrix mickey jonathan school melissa eminem 1234561
lovers cheese 1234567891 richard yellow 12345qwert nikita oliver bailey cjmasterinf 12345678910
a123456789 christian sophie yuantuo2012 1342 sojdlg123aljg mercedes victoria 147852 matthew1
peanut 290966 456789 walle 12413 million2 tudelft benjamin diosesfiel dpbk1234 red123
pe5gz29ptzmse abcdefg u38fa39 dragon1 sandra happy1 asdasd5 123654789 444444 elizabeth prince
banana angels angela samuel qqqqqq qwertyu amanda1 barcelona zaq12wsx computer1 hockey monster
michelle1 ghbdtn william1 nathan 55555 chicken 11223344 carlos antonio welcome1 123789 0000
gabriel silver justin1 killer1 lucky1 jasmine1 bubbles hunter1 slipknot jackson purple1 morgan
austin rainbow andrew1 daniel1 hottie1 fuckoff liverpool1 madison natasha vanessa metallica
adidas america xxxxxx mommy1 chicken1 252525 87654321 jesus james1 spiderman alexis lauren null
0000000000 ferrari 456123 steven 147852369 tinkerbell qwaszx qwerty12345 robert1 pokemon1
nirvana butterfly1 buddy1 bandit nicholas 123qweasd danielle 0123456 asdfasdf 1234554321 scooter
hannah1 destiny juventus rachel chelsea1 cookie1 chocolate1 qazxsw a838hfid 1234567a 142536
monica loveme1 stella a1b2c3 freedom1 zzzzzz america1 00000 741852963 999999999 qwertyui
jennifer1 111222tianya 1234abcd yamaha victor 123asd ronaldo smokey taylor1 cocacola money
booboo heather madison1 success 7654321 david1 1password joshua1 november buster1 daddy1 jasper
poop samantha1 elizabeth1 mustang1 edward tennis password123 zxc123 qaz123 diamond1 lovely1
myspace123 qqww1122 whatever1 family1 valentina friend sweety tigger1 exigent music1 nothing
harley1 chester casper hellokitty thomas1 super123 1q2w3e4r5t6y hahaha a1b2c3d4 startfinding
cheese1 n0acc3ss david 098765 spongebob1 alexandra canada olivia december sabrina mynoob dennis
dakota patricia playboy barbie friends1 johnny summer1 music loulou nicolas pretty qwert1
maggie1 charles mexico1 phoenix lover1 123456m thunder 4815162342 123hfjdk147 rebecca beautiful
spider carolina 123456789q batman1 vincent jeremy yankees dallas master1 heather1 sebastian
iloveu2 cameron sexy123 pepper1 midnight 852456 guitar caroline elephant weed420 yankees1
scorpion dolphin 124578 tweety bubbles1 fuckoff1 fucker peanut1 patrick1 pussy1 lalala louise
fuckme sexy lovelove cowboys1 veronica sparky yagjecc826 adrian naruto1 iw14fi9j newyork
september scooby heaven mother1 loser1 melissa1 135790 tigers jessie crystal chris alexander1
gemini peaches merlin spongebob 123456s 1a2b3c raiders1 12121212 qazwsx123 246810 stephanie
shannon james zxcvbnm1 sakura apples precious lakers 134679 a1234567 sergey 555666 poohbear
manchester 202020 159951 jackie cristina jackson1 ginger1 aa123456 daniela pussy test123 123456j
rocky1 muffin yellow1 alex newyork1 cooper 753951 apple1 asdfghjkl1 flower1 sammy1 cherry 010101
123456b richard1 flowers monster1 destiny1 diablo blessed1 beauty slipknot1 mexico emmanuel
winston spiderman1 nigger1 maverick genius toyota fuck tiffany 741852 charlotte creative baby123
winner onelove badboy tiger1 softball iloveu1 joseph1 beautiful1 hotmail mickey1 brittany
asdf123 murphy sayang compaq pass manuel kristina scorpio garfield 3odi15ngxb 1314520 hottie
421uiopy258 stupid1 aaaaa carmen qazqaz stalker austin1 doudou scooter1 lastfm brandy 1a2b3c4d
steelers 151515 0000000 booboo1 claudia kitty1 m123456 rabbit isabella pimpin1 fuckme1 august
october badoo boomer orange1 dexter samson bailey1 9876543210 123456abc myspace2 green1 aaaa
12345678a kimberly crazy1 angelo qwert123 1029384756 popcorn 123456d ranger 456456 cowboys
q123456 happy black1 passion shorty christ snickers tyler1 albert soleil guitar1 1122334455
blessed krishna junior1 alyssa shorty1 forever1 lucky7 barney andrey icecream bitch cameron1
karina 963852741 california metallica1 samsung1 1v7upjw3nt melanie brittany1 bismillah babyboy1
fucker1 qwerty123456 christian1 eagles letmein1 iloveme danielle1 leonardo coffee windows police
christine dancer woaini j123456 gangsta1 miguel cowboy arsenal1 love13 smokey1 swordfish 951753
uqa9ebw445 winter pass123 fucku2 maxwell denise iloveyou12 asdfgh1 bubba1 fernando q12345
qwerty1234 54321 horses hardcore kitten sydney george1 francis cassie pumpkin twilight marlboro
rangers 7758521 secret1 pretty1 martina florida player1 fylhtq lauren1 141414 natalie barbara
jason1 s123456 sz9kqcctwy molly1 dolphin1 pookie hiphop bond007 rockstar chivas1 abc123456
nathan1 stupid 123qwe123 fishing 123123a john316 vfhbyf starwars1 greenday maria loveyou1 baby
321321 trinity tiffany1 fatima skater1 abc1234 angelina kobe24 d2xyw89sxj google1 bonnie lucky
alexis1 fluffy courtney playboy1 123456z 007007 crystal1 turtle school1 father darkness b123456
kissme alejandro corvette marseille roberto sweet1 player friendster lollipop biteme jackass
sarah1 password3 qwerty7 lolita sexy12 candy1 simone jonathan1 brooklyn 786786 alicia honey
motorola nicholas1 angel123 simple jackass1 slayer 012345 portugal shelby rainbow1 poohbear1
chicago steven1 snowball justinbieb 123456c 1234512345 awesome 123qweasdzxc morgan1 vfrcbv
iloveme1 natalia golden people 3d8cubaj2e sweetie 454545 raiders boston sharon tucker shannon1
logitech pa55word teresa wilson snoopy1 test mnbvcxz 789789 kevin bonjour mike lovers1 242424
aaaaaa1 blue123 pamela remember catherine redsox kenneth klaster victoria1 ssssss popcorn1
ihateyou 9379992 eminem1 isabelle hockey1 cricket lakers24 seven7 bulldog lizottes 123456k
marcus sarah kevin1 steelers1 love11 edward1 marley willow p3rat54797 fender yfnfif aaaaaaaa
connor single magic blessing rockstar1 camille indian qazwsx1 peaches1 never tweety1 amber1
aaa111 nastya florida1 superstar love4ever 123456t goodluck asdfghjk bella1 hammer thunder1
stephen chance marine marvin 121314 changeme santiago strawberry happy123 abcdefg1 carlos1
loveme2 bigdaddy 1123581321 marie1 satan666 daisy1 d123456 hotdog abcd123 cutie1 mmmmmm z123456
qwert12345 arthur 1212 iverson3 vanessa1 123456l 234567 iceman tintin johnson svetlana chester1
cookies orlando parker teacher miller freddy porsche 090909 bullshit yourmom1 rachel1
christopher loverboy fyfcnfcbz azertyuiop rush2112 angelica travis spencer midnight1 12345qwerty
sunday please love1234 gateway williams babygurl1 monika 321654 ladybug 5555555555 gracie asdfg
nissan asdfjkl tiger sunflower 666999 qwer sweetpea 5555555 55555555 greenday1 jason ryan sasuke
raymond zachary charles1 undertaker 123698745 precious1 evildick 456852 a12345678 brooklyn1
8675309 dallas1 tamara lollol aaaaa1 paradise sweetheart 111111a abc12345 money123 stephanie1
bianca lakers1 poopoo shopping lebron23 emily1 winnie baby12 sophia kawasaki inuyasha doctor
12345t john fktrcfylh lucky13 andrei sierra julian bigboy pantera 22222222 171717 nascar lorenzo
21212121 genesis babyboy jacob1 qqq111 vladimir christina linkinpark andrea1 cool facebook
nelson abcd soccer12 polniypizdec0211 dolphins scarface frankie january maryjane montana sweet
bandit1 qq123456 123454321 giovanni 159159 hahaha1 ricardo zxcvbnm123 mylove1 career121 johnny1
australia jerome soccer10 password11 jeffrey sassy1 ig4abox4 realmadrid rebecca1 xavier asdfghj
asdasdasd vampire dakota1 brenda westside 1478963 minnie honey1 falcon green brianna1 qw123321
southside1 eagles1 rosebud laura getmoney1 francesco baller1 asdfg1 nigger zoosk claire ronaldo7
bobby1 sergio alex123 sairam 123456aa savannah timothy 111222333 scooby1 disney 1q1q1q abigail
jaguar katie1 sterling sophie1 italia warcraft 123456r blue mariana isabel zaqwsx 100200 maksim
blabla brooke patches jesus123 monkey123 jackie1 chicago1 courtney1 dancer1 bigdaddy1 mahalkita
musica 520520 rental oliver1 valentin awesome1 butter love22 alberto cherry1 london1 bigboy1
565656 nigga1 teddybear cjkysirj cat123 single1 1qwerty walter black banana1 c123456 apple123
maria1 lover alessandro gabriel1 gateway1 bestfriend dominic michele champion helpme kitty
nintendo alyssa1 volleyball qwerasdf hollister1 cancer 963852 778899 marie password7 oscar1
jasmin tigers1 danny1 france 4444 element1 justine hawaii buddy maximus chouchou passwort united
francesca manutd victory darling natalie1 fishing1 student rafael princess12 animal regina
abcdefgh love69 spirit carter w5txn36alfw 181818 123456g bitch123 1234321 jamaica mariposa
gabriela abcdef1 dreams cheyenne calvin zachary1 zaq123 super panther sniper poop123 kayla1
england willie 123zxc eduardo copper happiness bob123 7895123 veronika penguin valeria love23
antonio1 yahoo1 napoli 1986 brianna blahblah georgia eddie1 millie babygirl12 diesel monkey12
redsox1 111111111 engineer pass1234 sexy69 skater camaro hallo bigdog virginia ybccfy 123qaz
1234560 mohamed estrella gloria simpsons donald anderson dog123 blue22 newlife chris123 suzuki
leslie oksana princesa 123321a grandma1 skyline twilight1 audrey 77777777 100000 bradley warrior
martin1 bitches1 scarface1 godisgood kisses tristan 147896325 sweet16 potter adriana giuseppe
wwwwww trouble jimmy1 cupcake 7777 liberty aleksandr abcdefg123 smile softball1 pumpkin1 maddie
shelby1 pimpin celtic online 123456e miranda hesoyam angels1 wizard 262626 pierre debbie rey619
jeremy1 legolas fucku1 speedy allison love101 kingkong vkontakte sexsex loveyou2 badboy1 9111961
ruslan benjamin1 knight domino ladybug1 skate1 barbie1 taurus silver1 bobby rascal silvia monday
jessie1 monique 258456 apples1 hallo123 pink123 adgjmptw mercury qw123 cookies1 olivia1 tyler
florence margarita 6969 children skittles polina pepsi1 justice star booger nokia fuckyou123
123451 cristian soccer11 123456qwerty dreamer serenity honda1 angela1 hollywood fuck123 mamapapa
anna password01 siemens ncc1701 esther qawsed gregory love14 avatar zzzzzzzz 2012comeer sister
panasonic password5 element 31415926 business inuyasha1 colorado rangers1 minecraft 191919
camila microsoft sabrina1 amoremio ronald pssw0rd harrypotter natali nirvana1 prince1 asdasd123
monkey2 gangster asasas 25802580 cassie1 sammy jupiter texas1 qwer123 stanley madonna rocket
1bitch serega apollo 909090 n8zgt5p0shw brandy1 missy1 123987 internet1 serena valerie airforce1
1989 jenny1 123457 kelsey pebbles sample123 catdog asdzxc system cowboy1 groupd2013 flowers1
megan1 icecream1 donkey vrbgqns997 danger chichi christmas dbrnjhbz titanic 123456p thebest
superstar1 packers vegeta hitman drowssap gizmo1 molly kathleen hamster bulldog1 cupcake1
ireland christina1 india lasvegas westside1 brooke1 blondie qti7zxh18u frankie1 javier sports
smiley babydoll gangsta poiuytrewq sultan megaparol12345 nfnmzyf kirill johncena1 223344 qwqwqw
redneck1 2222 coucou marshall terminator 110110 casper1 compaq1 sam123 rammstein basket truelove
security jayjay jackson5 football12 aaron1 elena skippy india123 september1 19871987 192837465
445566 madrid snickers1 pookie1 ronnie rocky admin123 jesus7 tommy1 sparky1 123456789m people1
peter 1qaz1qaz 321654987 jetaime legend katrina shithead 123456789z harvey scotland tanner
pauline a1s2d3f4 violet fantasy welcome123 motdepasse bella stefan kimberly1 k123456 alexandre
poiuyt celine killer123 friday gandalf spencer1 aaaaaaa nikki1 phoenix1 j12345 pikachu robbie
pizza1 dddddd zaq1xsw2 runescape1 qwertz philips manman francisco chocolat jesus777 fluffy1
bambam smiles cool123 viktor casanova spanky 99999999 aurora gordon unicorn muffin1 carpediem
mitchell franklin stonecold jack daisy loser 323232 alejandra chivas jasper1 froggy love10
19851985 kelly1 christophe 12369874 rhbcnbyf jenny jesuschrist douglas russia handsome 5555
pussy69 love21 muhammad aaaaaaaaaa maxwell1 santos phantom g9l2d1fzpy lorena tatiana lalala1
margaret baxter anastasia babygirl2 viking travis1 savannah1 little1 kelly sweetie1 platinum
maurice piglet eclipse elijah 1234567q super1 fatboy pppppp idontknow linked 123456654321 tomtom
tinker1 passport andres 1blood d1lakiss 080808 access garcia katherine admin m12345 charmed
hotmail1 wolverine monica1 sexyboy britney diwtgm8492 patches1 mahalko mozart jamesbond loving
snowball1 272727 123321123 cutiepie power ballin1 grace 13579 wisdom 147147 gangster1 bunny1
valentine church michel nicola sandra1 cambiami abcde corazon hercules kingdom anhyeuem chloe1
candy tinker beatrice 69696969 14789632 green123 horses1 everton trouble1 fashion peace1
19841984 theman emily comeon11 gibson myspace12 lolipop 161616 12345m 112358 goldfish 98765
james123 mama saibaba toshiba sandy1 dylan1 maradona 12345s cooper1 marcus1 winston1 puppy1
19861986 lawrence kitkat network trevor amsterdam diamonds beatles maganda norman jamie1 joanna
marcel 787878 cthutq damian 123456f enigma mercedes1 yoyoyo turtle1 123000 bulldogs anton
soccer13 bingo1 penis1 felipe dragonball boston1 1234asdf 135792468 yahoocom hollywood1
forever21 star123 success1 test1234 mario trinity1 shalom kkkkkk hotdog1 promise einstein
digital jayden marion sasha pass1 reggie jimmy princess2 brother matteo melody english 123456123
karate omsairam germany brian harrison casey1 onelove1 369369 angel12 elaine bubble simona
ihateyou1 heaven1 max123 brian1 polska 123456y buttercup soccer7 julien cocacola1 gunner benfica
johncena power1 billy nathalie 1qa2ws3ed danny hello12 infinity soccer123 wordpass hjvfirf
timothy1 saturn runescape argentina stargate penelope helena loveu2 spartak sasha1 pandora
hahahaha scoobydoo stephen1 redskins baller captain forest pogiako manager water1 sweets ranger1
mom123 georgia1 zxcv1234 colombia 282828 7894561230 amelia spring general 19891989 therock
milano arnold swimming poopoo1 orlando1 eugene little jacket025 dinosaur nonmember lacrosse
zidane eagle1 travel moomoo ciaociao 12345r 654123 qwerty321 digital1 maryjane1 nothing1
ilovegod myname thuglife trfnthbyf asdqwe123 thx1138 wesley colt45 grandma teddy1 19921992
dianne 123789456 hg0209 dragons catdog1 nadine rusty1 jesse1 summer08 paintball1 chopper chacha
zxczxc pokemon123 duncan football2 subaru billy1 penis blood1 tennis1 sexybitch1 sureno13 bbbbbb
pickle iverson kittycat kitten1 password4 bullet russell telechargement fatboy1 asdf12 pink
butter1 sadie1 cleopatra denise1 testing tequiero flatron shithead1 oscar alaska charly gordon24
kristen walker gracie1 qweasd123 bullshit1 qazwsx12 sebastian1 020202 ilovejesus faith1 143143
mememe nigga 420420 boobies cynthia laura1 david123 sammie monique1 adrian1 12345j perfect
19821982 victor1 godzilla mylife hummer 123321q 123456123456 pascal a11111 r123456 19801980
justme bowwow1 butthead elephant1 love15 dustin cutiepie1 baseball12 smile1 bamboo katerina
magic1 brutus password13 303030 katie 11112222 harry1 ganesh sexygirl1 11235813 roland youbye123
yahoo porsche1 pippo cecilia blue12 martinez daddy buddy123 fabian mario1 pineapple panthers
e123456 peterpan pa55w0rd joker1 allison1 teddybear1 birthday alfred houston1 samuel1 startrek
313131 hacker fuckyou69 vincent1 070707 federico bernard houston mybaby holiday fondoom fktrctq
catch22 napoleon mountain honda ciccio berlin smoke420 qazxswedc 2004 steve friendship pitbull
ass123 golfcourse babygurl 987456 alabama mohammed college charmed1 lindsay chopper1 logan1
drummer1 linkin iloveme2 12301230 music123 oicu812 michigan packers1 753159 l123456 wildcats
x4ivyga51f skittles1 isabella1 19831983 louise1 scotty christine1 911911 gggggg raymond1
bradley1 naruto123 galina 123098 martha hassan mariah boomer1 bitches qwe12345 biteme1 yourmom
booger1 asd123456 marco spurs1 catalina my3kids solomon philip goober iloveyou3 caramel change
looking 13131313 vfvjxrf bubba amber peewee 123456789s spitfire something panther1 sunny1 tommy
caitlin barcelona1 123456987 pickles storm1 a123123 howard sandy bluebird myself 6hbf28w791
sexygirl megan vampires bigdog1 pussycat 5211314 chanel charlotte1 trixie matt jjjjjj andreas
44444 autumn cheer1 popeye strength 77777 moonlight carolina1 bananas hiphop1 cdtnkfyf fender1
1loveyou theman1 skipper 10203040 hardcore1 phoebe mybaby1 cutie badass1 evelyn miriam 789123
10101010 firebird ybrbnf runner misty1 fordf150 damien maxime alison 22222 peter1 johnson1
tnk0mk16vx bonita grace1 rodrigo lonely giulia soccer2 africa medicine saints password10 567890
spider1 king aaliyah archie llllll joanne mark angel2 maddog tucker1 h1xp2z2duk kermit yugioh
drpepper jake 123465 baseball2 password0 spartan117 t123456 deejay spike1 ilovehim1 102938
caprice 19951995 66666666 linda yfdbufnjh10305070 blackberry ironman fred elvis1 mypassword
dragon123 joel q1q1q1 guinness sugar1 tiger123 panget darkangel 135246 salvador natasha1 ffffff
ferrari1 miracle aaa123 lilwayne1 harry usa123 thumper s12345 melanie1 jaimatadi monkeys
thebest1 qwerty11 abigail1 aaron indonesia pimp123 pebbles1 lololo barney1 familia predator
dearbook hershey aobo2010 123456n gators peace athena wxcvbn genesis1 always cassandra rahasia
898989 nick darren 7758258 chiara lovelife freddie penguin1 devil666 hayden personal israel
2cute4u sexy101 chance1 skateboard lovebug pizza rfrfirf pencil alabama1 2222222 a111111 mikey1
aquarius sporting steve1 smokie nemesis kadjkhjsy6 montana1 cooldude 147369 remember1 19881988
brenda1 torres poopy1 aezakmi fuku00198 sunset theone fernanda a1a1a1 future vikings bigdick
bearshare marcos newport1 lindsey denver 12131415 ellie franco jeremiah 20102010 1234567890q
lvbnhbq olivier fuckme69 drummer diana lizzie scott alejandro1 123qwerty 111111q alicia1
budlight1 lorraine 44444444 smoke1 knopka my3sons boogie brasil potato magnum asdfasdf1 tarzan
222333 davide bonnie1 hector kelsey1 chevy1 capricorn a1s2d3 blondie1 evony192 badass special
death1 cherokee private mexican1 vampire1 blablabla connie jayden1 mike123 holly1 darkness1
marissa aaliyah1 samurai lincoln kennedy turkey love01 broncos 12345d yvonne pimp kenneth1
giants babyblue manuela sheila goldie 12qw23we assassin nikki chloe wrestling1 florian lizard
daniel123 veronica1 buddha good westlife cricket1 summer09 tequila 789654 temp selena friend1
buttons dragons1 dickhead azerty123 sk84life 2hot4u minnie1 christ1 formula1 shaggy testtest
maddie1 juliana watermelon death defender marine1 1984 sex123 yamaha1 punk sexy13 qwer12
explorer love09 456654 dragon12 dipset1 babylove sk8ter kissme1 marian 14531453 505050 faith
hailey federica favour dumbass1 pioneer passer2011 simple1 penny1 111qqq crazy ducati myspace3
haha123 123455 hello2 matilda janice 1987 gilbert surfer ibrahim dance1 warren monalisa bball1
agent007 emerald canada1 april deedee norte14 micheal 1313 delete dominique sapphire dfvgbh
363636 password9 angel13 1985 killer12 11111a alexandra1 simon cantik papillon killa1 teacher1
12345z cheyenne1 antoine monkeys1 mama123 dolphins1 miranda1 connor1 vision hearts jayjay1
arizona jeffrey1 miller1 wolves tokiohotel puppies hhhhhh bear jacob 343434 12345k kenny1
19941994 larisa spooky 1234567899 kissmyass sebastien england1 jamie freeman shirley random
beauty1 julia wangyut2 ekaterina disney1 gustavo lucky123 brownie design wrestling pitbull1
19931993 death666 picasso telefon lollipop1 love16 snowman shadow12 321456 33333333 123456h
alex12 getmoney theresa 9999 morris 111555 bethany camilla julius racing subzero sydney1 voodoo
salvatore alpha1 123456asd 336699 8888 jamaica1 pink12 roberta panthers1 19901990 idontknow1
blahblah1 american murphy1 digger dude special1 julie stefano 123456789j loverboy1 linda1 malibu
pinky1 jayson benson 9999999999 gundam cjkywt 132435 1myspace 19811981 123456qwe fuck69 frank
sachin hughes zoey101 shanna winter1 kkkkkkkk sierra1 abcde12345 525252 valera dodgers1 cuddles
shelly 654321a bonbon money2 1princess harmony rabbit1 369258147 fuckit 987456321 123123q
sputnik karolina justice1 6666 fucking slayer1 miguel1 april1 poopie1 iloveyou7 liliana kitty123
forget 1234566 bambam1 dragonfly money12 050505 frank1 bluefish celeste marines nightmare
qazwsxedcrfv adidas1 elijah1 abcde1 mommy hotrod golden1 stinky bollocks dominik sweetpea1
123456w thailand deborah king123 daniele mustafa sublime scott1 carmen1 paloma dalejr88 dustin1
gerald amore garrett tigger2 90210 ily123 broncos1 karen 906090 alessia bulldogs1 qweqweqwe
buttercup1 master123 fuckit1 dominic1 water password00 matrix1 ficken bunny 1lover kisses1
babydoll1 lindsey1 hotstuff ronaldinho loser123 asdasd1 thegame password8 stellina 235689 carrie
shit pimp12 summer07 lala123 february d12345 simpson candy123 newlife1 redwings beckham pirate
justdoit rose aspirine doggie 19911991 fireball lilmama1 mookie raven1 smiley1 josh valentino
volcom badger geronimo atlanta maison ghjcnj bitch12 adam lovebug1 password22 volcom1 rolltide
tobias energy jacobs password69 godislove buffalo beaver garden stella1 yousuck1 ytrewq
pakistan1 qawsedrf 980099 viktoria oooooo mommy123 24680 emilie dadada doggy1 19781978 charlene
shadow123 soccer3 curtis best redneck scorpio1 valencia sunny riley1 creative1 sk8ordie popopo
josephine atlanta1 suckit ohmnamah23 123456789k singer blood5 1980 country molly123 vacation
545454 jellybean 122333 yankees2 ladygaga callie cloud9 bella123 sexymama1 000000000 a1b2c3d4e5
massimo zombie mariam vanilla dennis1 mollie pavilion barbara1 dylan marley1 3333 madmax funny1
xavier1 driver german liberty1 y6p67ftrqj letter 5678 dickhead1 harold redskins1 james23
october1 hihihi warcraft1 cuteako kristen1 preston sammy123 bobbob tatyana drpepper1 gregor
schalke04 poop12 tornado 201301 soccer9 olga stratfor twins2 lover123 electra shakira shamrock
prettygirl panda1 rockon insanity naruto12 avalon broken yankee stacey christmas1 fish connect
scarlett soccer14 queen1 samsam eternity f123456 tottenham teddy dexter1 coffee1 pantera1 lucas
12345679 fountain love143 starcraft 2222222222 jazzy1 melvin frances tomcat 314159 wallace
burrito ashton 321123 newcastle ragnarok psycho willie1 privet 5hsu75kpot bitch2 simba1 clowns
cedric lollypop rooster topgun rosemary poopie hey123 goodboy vagina kristin marius sasasa
love08 qwerqwer goddess redrose illinois gabby1 marlon gerard froggy1 blackie chandler 01020304
sanane noway magnolia patricia1 area51 zxasqw12 bubble1 332211 dodgers shawn1 784512 paris1
daniels dick mariah1 phillip gabrielle sasuke1 kkkkkkk milena season usdopaa whitney enterprise
989898 akopa123 sexy11 123456789d 12345b andromeda warrior1 holland paramore donkey1 flores
19791979 lionking 1982 maxmax budlight 1jesus bigred sunflower1 g123456 cinderella young1 dinamo
blueeyes istanbul michael2 666777 redbull rocker magnet hamilton galaxy canyon november1
porsche911 laguna dollar john123 passion1 2000 1234567890a bacchus manuel1 1945 dillon lala
stardust romeo1 sanchez soccer5 cookie123 tanner1 batista blacky taco education alessandra
mamama judith fatass1 patriots mason1 sunrise 258258 9999999 marines1 tattoo antonella
ocpoook325 annie1 delfin sweety1 lucifer 030303 fresh1 a1a2a3 11111q gregory1 1951 my2girls
cool12 1988 vivian cme2012 casablanca bogdan michigan1 vikings1 000111 henry1 holly rosario
19751975 sparkle punkrock 4200 isaiah 99999 1qa2ws megaman 1022 qazwsxedc1 fuckme2 bettyboop
rooney copper1 100100 yahoo123 cxfcnmt police1 billabong wilson1 20092009 98765432 reddog
qwe123qwe sabina 1010 marketing respect swordfish1 samira marissa1 madeline dance newport blazer
azerty1 yasmin ghbdtnbr brother1 famous1 passat stanley1 fuckyou12 december1 willow1 b12345
simon1 perfect1 iluvu2 temppass sidney 123456789l samara corona manson anything yoyoyo1 desiree
alice chargers1 sara kittycat1 dorothy monkey11 hola coconut leonard hershey1 twinkle nigeria
bentley blackjack redhead country1 bluesky patriots1 catherine1 hongkong 3333333 wayne1 pisces
theone1 holden kevin123 wow12345 998877 boobies1 1979 karen1 roxanne outlaw google123 gogogo
lester dietcoke newton johanna bobmarley haha pickles1 oblivion family5 sobaka chris12 indiana
carter1 julian1 mamamia billybob douglas1 carlitos amores info 19961996 skyline1 aaron431
smile123 p123456 rosie1 123456789p mahal makaveli incubus ricky1 samson1 1q2w3e4r5 wonderful
000001 1q2w3e4 caroline1 acmilan lakshmi marilyn panda 1zn6fpn01x laptop monkey7 paintball 4321
spam scoobydoo1 boubou classic andreea freckles cartman sugar butterfly2 clifford underground
456321 moomoo1 fireman kent bernie shane1 1983 baseball7 warcraft3 ninja1 stratus 1357924680
daddysgirl blossom ncc1701d renata burton kurt micheal1 cassidy washington williams1 fucky0u
markus zvezda trigger 1fr2rfq7xl giovanna stormy annette nikola hendrix g13916055158 bigdick1
gizmo spike tristan1 starfish 224466 cracker bishop kristine ethan1 7777777777 peewee1 1a2s3d4f
jordan12 skywalker south13 football10 chase1 detroit baby13 pepito hotties 122001 griffin blah
thuglife1 maverick1 777888 kayla w123456 dupont hailey1 ticket lisa apollo13 yomama1 poison
joe123 paul youngmoney thankyou paris jester space1 bluemoon germany1 password23 toronto divine
casey widget broken1 alladin79 skeeter morena love24 just4fun tripper blowme beatriz babies
fortuna herman mierda lilwayne telephone chubby alfredo montreal bscirc jesse sandrine armando
parker1 almond sigma munchkin snowman1 353535 savage 258369 therock1 star12 lindsay1 random1
callum jeter2 soccer4 1977 juggalo1 eeyore 060606 arianna amigos asdfg123 hernandez robinson
sister1 ilovehim spiderman3 mobile serenity1 godbless katherine1 ronaldo9 football7 blue13
peugeot gothic marianne chemistry joejoe freddy1 bettyboop1 coupons hayley 1q2w3e4r5t6y7u8i9o0p
renee1 ireland1 snowflake mandy1 k12345 ronnie1 deftones brownie1 333666 192837 rebel1 pegasus
missy 789987 callofduty 20082008 martini redrum heyhey1 albert1 snuggles baseball3 coming 1981
horse1 1236987 myspaceco mykids rocknroll 12345qwe bubblegum1 bubblegum monkey3 cashmoney
everton1 steaua kaktus brazil hotboy1 292929 fucklove1 5xfgs3ii9d 1asshole claudia1 carson
jack123 warriors nicole12 hanuman myspace7 sergei 000000a kaylee roscoe tony flipper something1
michaela garfield1 aol123 birdie 1122 gators1 bruno wicked blueberry mate1 eric unknown 12345abc
sheena artist hotstuff1 jrcfyf catfish icehouse christy marlboro1 mackenzie omg123 superman12
universal sharp 123456789o doodle marshall1 1qwert juliette tester1 michal stefania cashmoney1
ilove1 service lighthouse kaitlyn sanjay metal666 lancer longhorns1 hookem loveme123 carebear
mouse1 19761976 arizona1 bitch69 rosebud1 brandi damilola rocky123 coco 1978 claudio singapore
kingston please1 jeanne rock blizzard superman2 lkjhgfdsa entropy spanky1 jordan123 dalton
cracker1 jerry1 piazza janine september2 rajesh marcelo sommer jojo millie1 speedy1 flamingo
pop123 soulmate monkey13 andre great1 braves tyson1 cougar black123 magdalena ironmaiden
pokemon12 esperanza rastaman semperfi slayer666 tootsie winner1 pinky trevor1 enrique timmy1
iforgot extreme 656565 thumper1 521521 yomama 1234qwe angelito password6 blackcat hammer1
scrappy1 elvis yolanda cheater1 momdad rjntyjr love18 allah1 bastard raquel coolio marisa
123456789123 godfather 19731973 baseball11 1990 antonia 112211 golf sexxxy aragorn paddle
qwertyqwerty indigo derrick polniypizdec110211 rrrrrr hilary 1991 maximus1 fatcat 369258 alexia
nuttertools buffy1 revolution mister ramona dkflbvbh raptor testpass helpme1 office purple12
fiesta dingdong sassy playstation rayray1 12qwas as123456 skate4life fisher kolobok geheim
priyanka bozo imissyou wicked1 richie sharon1 skyhawk sexybitch radiohead cynthia1 n123456
lightning boxcar love07 zxzxzx dreamer1 clover santana fake123 gjkbyf banane mendoza account
my2kids jakjak 123456as maxine mamita tyler123 cubs 225588 shopping1 butthead1 elodie milan
soccer15 maria123 angel7 scruffy smallville evolution qwerty2 whitney1 1babygirl pastor powers
fashion1 felicia linkedin1 biscuit 112233445566 just4me jakarta trooper suzanne poppy1 rascal1
motherfucker point target ilove tasha1 baseball10 colombia1 fellow mommy2 motherlode cccccc
praise mememe1 galatasaray rayray ashley12 sonic1 daniel12 pinkfloyd lavender annie zeppelin
felix warhammer sexy14 techno johnjohn wedding angie1 23232323 leslie1 blonde jay123 gladiator
nathaniel 111aaa ricardo1 preston1 alexandru toyota1 lane snowboard champion1 hitler romain
wildcats1 labrador quentin january1 animals debbie1 twister rfnthbyf redred russell1 rodney
sweetness azsxdc tttttt chipper justinbieber ibanez moose1 amour paulina 88888 lovelove1 ivanov
marijuana 1monkey research qqqqqqqq 1976 nichole1 585858 number2 ashley123 power123 handball
westham windows1 princess10 princesse pizza123 beatles1 lollol1 mauricio c12345 simpsons1
animal1 virgin lilly1 19771977 rbhbkk 19971997 jason123 sports1 hobbit unreal loveless ariana
bananas1 aaaa1111 babygirl13 susana cutie123 spartan nks230kjs82 12345678q trinidad joker
alejandra1 dave camero1 immortal anamaria 12345c atlantis sherry my2boys papamama katana gemini1
qwe123456 olamide bianca1 classof09 henry love12345 webhompass moloko alessio 12345g sammie1
gabriella vagina1 ingrid monkey22 boricua1 casino danilo naughty pwd1234 jojo123 youtube 12345l
hehehe stewart panzer daddy123 25252525 gunit skiffy applepie 1975 diablo2 eleven11 family4
zxcasdqwe 987654321a 12345671 d71lwz9zjs anthony2 colleen nicole123 trisha street raphael andy
kaitlyn1 nick123 counter baseball5 reggie1 derrick1 dusty1 eastside1 pickle1 godisgreat darwin
suckit1 shane esmeralda 369852 mission insane laurent monday1 oceane sherlock surfing 123love
scrappy mary 123456789987654321 hottie101 garrett1 qweasdzxc123 jerry believe asddsa logan
cadillac vincenzo private1 kittykat soccer22 coolman larissa girls vaffanculo football11 julia1
kenshin hornet scarlet heyhey 123456qw bigred1 michael123 allen1 wonder iceman1 happy2 19741974
rodriguez gibson1 harris frederic nintendo1 sublime1 larry1 truelove1 nevermind watson cheryl
corvette1 xxxxxx1 gabriele bowling 1234abc phantom1 jumpman23 aurelie justin123 pineapple1
inlove monitor pepsi smith puppies1 123456v verbatim 1992 stinky1 diana1 sandman pornstar
esteban 424242 what valerie1 111213 brown1 julie1 hayden1 logitech1 sophia1 baller23 sampson
6666666 clayton peter123 qwertyuio arturo skate zxcvbn1 nugget jajaja emma roman weed marianna
lolo clement granny babycakes1 hannah123 asshole2 kickass frosty cindy randy1 australia1 teresa1
anderson1 drowssap1 787898 wildcat mathew poopy sprite empire fireman1 gorgeous pancho flying
chrissy 2468 robbie1 iloveyou22 hallo1 brendan abhishek sexy01 pasaway 123456789123456789 vfhecz
graham apache riccardo iloveyou13 alibaba college1 autumn1 asterix caitlin1 inferno pamela1
enter coyote fuck12 23456789 qqqqqq1 maprchem56458 dthjybrf angelica1 maureen rusty sarah123
ultimate denis skorpion purple123 z1x2c3 888999 kaiser baby11 madman voyager 123567 nana
sunshine2 wolfgang nascar1 breanna1 homer1 blake1 258963 162534 southpark cotton fuckyou3
halloween tdutybq wwe123 ernesto 134679852 babyko xyz123 1a2b3c4d5e habibi paige1 heart kathryn
vfrcbvrf chico1 1974 marlene money6 cindy1 horse 1598753 juliet lasvegas1 smudge fire password21
sooners1 romance andre1 rockon1 w1985a rough erika a23456 ninja jose123 theking master12 qwerty6
808080 osiris hawaii50 chevelle fighter 147741 tester monkey5 collins babyface jersey fernando1
backspace 25251325 zaqxsw detroit1 f00tball iloveyou14 armani angelina1 myspace11 irish1
cookie12 disturbed1 free mermaid airforce q123456789 norton 123456789b campbell control deepak
blue1234 w1980a unicorn1 24682468 aditya bowwow jungle francis1 polaris kelvin football9 robin
love17 ericsson miamor jillian chrisbrown 123456ab soccer17 dixie1 blink123 asdf3423 motocross
gagged gonzalez jojojo spiderman2 bethany1 sandiego devils 987987 universe morrison gbpltw
mitchell1 ghetto1 1a1a1a 5532361cnjqrf vfksirf r2d2c3po cactus global bigman austin316 a801016
chevrolet bryan1 1020304050 w1979a anjali starlight retard1 aleksandra 415263 kenny soldier
katrina1 buttons1 london12 boobs daisy123 cinnamon fucklove hermione abraham secret666 1million
romashka qdujvyg5sxa qwe321 bryan kramer francois cassidy1 highheel sarita 1973 prayer punkin
haley1 w1990a carebear1 carole keyboard hola123 raven irina nature ghost1 allstar puppy 1993
200000 cheese123 lestat halo123 diego iloveyou11 richmond iloveyou4 football3 moreno donald1
sexyboy1 111000 romeo eh1k9oh335 1969 phone patience lucas1 laurence mastermind a1a2a3a4 noodles
airborne jellybean1 blaze1 emilia whore1 princess13 desire toulouse iamthebest jesusislord
holiday1 mouse slimshady soccer8 charlie2 vladik delpiero 2cool4u university hamster1 ganteng
princess11 ash123 elvira hunting1 kucing nokia1 schatz farmer america10 merlin1 sayangku awful
w1989a deathnote window unique 12345678900 reaper qazwsxedc123 h123456 doggie1 action hunting
viper1 timber crazy123 phillip1 iloveyou123 meghan lennon kissmyass1 flower123 xxxxx axio hakr
jonas1 games opensesame brittney joey castle skolko justin12 letmein2 carina cuddles1 uvgx8f8232
adriana1 house1 renault emanuel 794613 jefferson charity abcdefghij xxxxxxxx pyon raider steph1
isaiah1 sentnece mexico13 virginia1 sucker passwort1 boogie1 pk3x7w9w eleonora stars hawaii1
whynot 1994 vodafone britney1 nnnnnn thegame1 malcolm kiki baxter1 bobcat assass 14344 tomato
aztnm nichole 33333 taekwondo rambler football5 rocket1 purple2 rocker1 sexylady franklin1 fucku
nellie pirates sirius 123ewq sandeep treasure titans sabine xxxx mamamama mushroom w1982a w1984a
jeremiah1 angel01 ghetto nokia6300 messi10 marathon firefly ktyjxrf james007 aspire aliali
jesus12 emilio peanuts webster jessica123 pingpong house cannabis goldfish1 malina maestro
salman oxford angel11 hannah12 stuart yankee1 cheche stephane faggot1 lucy 1angel makayla1
alisha 1a2s3d wordpass1 juggalo iloveyou5 kennedy1 viewsonic amazing bruno1 faithful president
vietnam catcat 1995 calvin1 pearljam rochelle 345678 12345678901 herbert download nicolas1
philippe dudley lover12 southside hunter12 ji394su3 cheval rebelde hudson amelie w1986a lillian
kamikaze naughty1 mississippi history metal1 seattle kotenok amorcito baseball13 deniska
onepiece walter1 family6 kristin1 skate123 jesucristo spunky chantal boomboom w1988a 1314521
malika 19721972 sexy15 babygirl10 simba giants1 1000000 captain1 univers2l hottie12 love33
kingkong1 backend hellfire helene lonely1 scruffy1 chrissy1 maurice1 ssyu1314 blackie1 babyblue1
national 1230 1qaz sailor landon jocelyn theking1 password1234 168168 159632 agnieszka mimi
556677 lawyer dracula babylon5 natalya deedee1 billabong1 soccer21 6655321 jake123 melinda
543210 rockyou misty 1andonly jordan2 summer06 forgot noodle princess3 guest suckme renegade
love123456 indiana1 bonjovi w1983a princess7 falcons1 mexican annabelle soledad ab123456 pentium
hottie123 qweewq guadalupe 12345678s calimero marvin1 united1 1234568 yamahar1 chevy friday13
adriano franky rebelde1 qweqwe123 angel3 gandako wolfpack w1975a netlog summer12 qqqqq1
newcastle1 jessica2 colorado1 fenerbahce whiskey ironman1 castillo diablo1 babyboo1 father1
1234569 southpark1 marcela sylvia amadeus killbill victory1 nelson1 yousuck dumbass corey1
eclipse1 dating trumpet1 pussy123 skippy1 charlie123 w1987a renato qqq123 american1 rfhbyf
angeles luckydog mike12 saints1 penny pass1word felix1 ivan sharks redman taytay1 information
diesel1 international granny1 nursing pimp101 svetik skipper1 jackass2 foster bridget microlab
mohammad lucas123 myspace13 cosmos ryan123 hobbes ashleigh moose littleman1 freaky werewolf
chiquita rachael caesar 15426378 sally1 676767 beverly mnbvcxz1 789654123 2323 shadow13 6543210
darkside 121212a alpha 123mudar bronco shadow2 daniela1 153624 freaky1 claude erica1 beyonce
tarheels 135791 ilovemymom hearts1 natalia1 asdqwe andrew12 panama megane devin1 doraemon
palermo route66 abdullah ihateyou2 wombat asdfgh123 home w1981a romania tyrone billie qwertyu1
qwe1asd w1978a rosita kyle 1972 payton marie123 deadman kasper redhead1 bleach ciao qwert12
horny babycakes krystal discovery man123 sadie hello1234 love4u shelly1 batman123 ali123 teamo
darius mittens teamo1 squirrel justme1 gunner1 alex1234 manolo friends2 vfvekz betty1 jobsearch
shiloh blowjob lover2 19981998 madonna1 p4ssw0rd asd456 seven sexy23 princess01 jeff r12345
sparta 3rjs1la2qe jenna1 texas andrew123 123456789c dallas214 blood devil vanille classof08 kiss
dolores nicole2 western chipie 3girls 12qw34er blue11 interests mikey belinda newpass d9zufqd92n
123456qq anita soccer23 ricky murray guillaume eddie august1 kikeunyw sexylady1 2005 mirage
allstar1 honeybee oscar123 nissan1 elisabeth dude123 batista1 nascar24 ilikepie vitalik thanks
rommel w1976a kittens sampson1 savage1 qwert6 wesley1 football21 woody1 leticia lampard lincoln1
arschloch memory felicidade million 123456789r goodman digimon shutup science 123456789t
6v21wbgad inside golfer1 666888 sherman dirtbike1 junjun enter1 aleksey lacoste gerrard8
skeeter1 brandi1 chandra 2121 rhfcjnrf t12345 elliott myspace5 emo123 matias memphis momdad1
winnie1 qwertyuio1 porkchop rooster1 zxcvb strong 132456 white1 cassandra1 soccer16 morning21
luciano pompier dominique1 nancy libertad swimming1 kinder terry1 3children killer2 alenka
fallen kakashi blue42 louloute azsxdcfv anubis my3girls qwertyuiop1 168asd168 123admin321
potter1 1family karachi leanne coco123 johndeere inlove1 trucker1 monkey69 chicken2 w1977a
ashton1 audia4 miami305 falcon1 nopassword vladislav lilian ilovemyself michael12 freak1
fernandez 120120 jean mathilde jehovah hot123 sweetness1 karina1 leelee damian1 island babygirl3
etoile kaylee1 tonton javier1 football22 maxima nutella pimp69 c43qpul5rz eunice sandro hotgirl1
nightmare1 kristina1 963258 jacqueline q1q2q3 michele1 manutd1 258852 lilman1 2girls thompson
dfkthbz alberto1 ronaldo1 fussball odessa bigfoot akax89wn lovingyou hottie2 josh123 scotland1
james12 domenico v123456 joyjoy airplane heart1 sasha123 cellphone1 violeta danny123 peace123
lacrosse1 gerrard 12345abcde chichi1 lovehurts1 volume kamila angie goodgirl alfonso timmy
sunshine12 loveme12 party vfvfgfgf designer dawson 474747 peyton hamlet chocolate2 soccer6
green12 farfalla shooter 3rjs5la8qe nikolas jobs catfish1 attila 001122 maiden 1230123 misiek
milton flames dancing presario a000000 kokoko goober1 eileen 01234567 newjob makayla hunter123
waheguru chris2 123qwer roberto1 cute iloveu123 again1 gloria1 angel5 1qazqaz robin1 verizon1
mathieu turkey1 toshiba1 macmac jonjon boo123 change1 sk8board behappy ganda 123450 bobby123
janjan king12 mymother fuckyou7 alexandr manman1 melina motorola1 z1x2c3v4 000007 gotohell
2sexy4u tacobell money5 fallen1 carlos123 elliot kendall malaysia flamengo papa badgirl china1
emily123 poppop dalejr8 marjorie adgjmp hooters chargers tigger12 attitude cheater singer1
krystal1 newman patata ashlee corona1 mama12 erica pothead1 mario123 sexy21 eagle qarglr123
cardinal temppassword elizabeth2 syncmaster killme 7ugd5hip2j admin1 regina1 platinum1
jjcg16dj5k amandine nguyen pedro thomas123 alex13 manunited hellohello sayang1 foxpass camaro1
salome chosen1 desiree1 tacobell1 socrates kingdom1 wachtwoord salvation megaparol 112112 5150
layouts1 priscilla eduardo1 harvey1 fktrcfylhf figaro inter fuckfuck chronic qqqq mnbvcx marina1
bkl29m2bk cartman1 theresa1 rolltide1 bullet1 fuckthis1 jacob123 kendra cristiano ramirez viper
ihateu doggy dragon13 357159 diamonds1 blonde1 nascar88 12345e happy12 nancy1 nina 123456x
losangeles drjynfrnt project1 gladys 12345p darkstar central cheetah honey123 leo123 facebook1
rose123 babylove1 sweet123 skyler 24681012 pacman express fitness moimoi brucelee curtis1
poisson kayleigh xiang123456 qwedsa amerika 1q2w3e4r5t6y7u freddie1 464646 steph loveya paula
loving1 nokia123 breanna oracle beavis iubire amber123 whocares futbol samsung123 baby01 love45
danila omni 321321321 converse emerson lourdes tazmania jasmin1 larry tabitha http wanker
polska1 school123 dwade3 shotgun pangit hell666 spongebob2 qqqqqqq freestyle homer excalibur
69camaro dodger nounours rootbeer 11221122 hariom myspace01 1357911 professional surfing1 sally
player69 abracadabra xxx123 pontiac testing123 8888888888 john12 champ1 2112 sexymama brittney1
wow123 alina doberman lilly member pasword yasmine insane1 tuning 963963 trunks eastside library
anaconda password14 eeeeee polniypizdec1102 abcdef123 microsoft1 poppy cookie2 shasta placebo
geraldine lexmark heckfy fatty1 sailing lobster loser12 kristi poland 1996 dodge1 m123456789
planet castro johannes groovy student1 mookie1 search whiskers sesame candice xander lovehurts
laurie nyq28giz1z quincy topolino porter dragon2 megadeth caramelo hernandez1 caleb1 chicco
ilovesex 636363 trombone musicman opeyemi lupita p0o9i8u7 ziggy1 lovelife1 bangladesh summer123
nofear racecar 757575 marika 040404 general1 20002000 lionel linkedin123 oklahoma sissy1 bomber
virginie myfamily jerome1 bintang lollypop1 keith1 snake1 gerard1 jessica12 honesty musique
milagros voiture tony123 vvvvvv walker1 taylor12 0r968ji9ufj6 mylife1 party1 velvet smooth
zxcasd trumpet bigboss sniper1 dante1 gonzales buckeyes martine booty1 baseball9 delphine
anthony123 mamma bill stars1 rachelle l12345 rock123 girls1 sailormoon sylvester ganesha maryam
0102030405 buster123 1970 12345f wolf queen 741258 harrison1 benny1 mexico123 password99
bitch101 akatsuki hector1 dragonballz church1 gianni sexy10 blue32 babygirl11 555777 safety
smackdown smile4me wrangler dream roadrunner aussie playa1 betty scotty1 water123 a654321 suresh
moocow 201314 alfaromeo walmart1 openup littleman laetitia 123aaa 92k2cizcdp vanilla1 shadow11
summertime bigtits ashley2 komputer 969696 manish katelyn star69 zxcvb1 19071907 frogger angel10
coupon carolyn vfczyz blah123 kitkat1 nounou paradise1 freebird snowflake1 juanita okokok boots1
marta 122002 london123 carrot amanda123 armagedon cartoon love4life pakistan123 messenger bright
katie123 prodigy sexy16 abcabc 110092 badgirl1 coolio1 hellboy morgane love19 allen car123
debora cintaku jundian2011xr yoyo leopard 123456781 wanted buffalo1 yfdbufnjh63 satellite
shaggy1 1971 abcd12 celtic1 sundance nokian73 kirsten 12345654321 firefox tammy1 register
thomas12 donna1 carol martinez1 simone1 happiness1 shaman senha123 anakin 18atcskd2w tina ashish
neptune weezer solnce gsxr1000 home1234 111112 fredfred myspace4 omg199 evangelion eleanor
harmony1 kim123 snakes jesus2 111333 mersedes dangerous electric jeanette 101112 familyguy1
maroon5 monamour rctybz gunners angel101 mandy carla beyonce1 radio marcin lizzie1 piglet1
ballet pikachu1 ilovemom wendy1 monaco goblue glitter selena1 briana supernova ethan jazmin
business1 stoner420 marino lovers2 a123456a demon1 love25 brandon2 viphv5j736 conner summer11
godisgood1 squirt fuckoff2 joseluis kisskiss love88 qwertyuiop123 2002 whatthezor marisol
surfer1 baseball8 20012001 welcome2 martha1 ismail 000webhost voyager1 lee123 imagine iw14fi9jxl
4runner mystery jennie matt123 nickjonas1 daredevil 2525 rainbow6 19691969 asshole123 landon1
heslo pupsik 369852147 baby14 ms0083jxj sexy22 margot rambo1 carmela brigitte wolverine1
1truelove jose sofia qwe1122334 kathleen1 stevie lola ramses ramesh chandler1 beast1 theboss
sonia deanna mattie packers4 oakland1 omega1 852963 lowrider snake career easy123 teiubesc
stranger sahara asd12345 friday1 moscow insert ford q2w3e4r5 giggles dt123456 bobbie wassup
angelika bhbirf yellow12 love20 cm6e7aumn9 white ultima thankgod sonic mackenzie1 gameboy
morpheus isabel1 mammamia guardian cutie12 spanish bangalore bigman1 dogdog sparkle1 babybaby
madness bryant gianluca james2 robert123 bentley1 tottenham1 zxcv123 fantasy1 jericho trabajo
layout1 happyday melisa running chucky garcia1 whatsup dfktynbyf married sascha falcons beagle
8ix6s1fceh momof3 66666 suckmydick miley1 cherry123 computer12 kangaroo qazzaq love77 tigger123
bingo filippo capslock hellothere baker3 ilovegod1 lakers8 penguins hummer1 joshua12 gameover
ernest aaa123123 qwerasdfzxcv strike coldplay dookie raider1 lorenzo1 1234qw mickeymouse ronald1
iloveher1 dandan buster12 tangkai accord alex11 brooks billybob1 hotrod1 freak kicker vectra
alvaro anastasiya clarence metal nobody famous dima simran butterfly7 standard amanda12 claire1
mine patrik alexandria emmanuel1 sunday1 1999 parola12 sexsexsex darren1 lalalala ghost
cooldude1 amazing1 desmond 2580 alice1 cats paladin cooler sharma dublin blueberry1 hannibal
soldier1 hotboy football23 q1234567 namaste cecile escape rfrnec 172839 mongoose oranges
12qw12qw 13243546 miami1 smart1 mateusz sean 369963 qweasdzxc1 anarchy 159263 arlene junebug
878787 qwerty13 welcome12 ntktajy rebound1 pooper ramones adam12 maman courage pyramid trigger1
louis yvette 1231234 batman12 giorgio bubba123 movies becky1 leavemealone nintendo64 me1234
philly shelley camera asdfg12345 caterina zipper derek1 philly1 clayton1 rupert 9876543 lonewolf
crazy8 randy blasted1 katarina hamburg moneymaker zzzzzzz mazda626 kentucky clinton redhot
chargers21 cristal omarion1 jenny123 monopoly pok29q6666 dannyboy scania lol12345 marijuana1
collin purple7 sameer myangel kakashka 741963 as790433 charger 1z2x3c biggie iforgot1 1966
queenie 999666 kathy1 654654 adgjm benny mumbai delta1 wolves1 wasser hitman1 enrico ace123
swimmer koshka shirley1 19701970 iloveyou8 carrie1 mother123 marino13 poop11 retard windows7
stingray goblin wendy pink11 cheesecake alonso santosh michael7 stacey1 oleg blackdog security1
lesbian megaman1 patriot funny michelle12 umbrella roger1 8888888 abc123abc sooners smith1
cfitymrf westham1 flyers 01230123 estrella1 mylove123 bernardo 987321 valentine1 3333333333
vegeta1 1968 fuck11 014789 lokomotiv trixie1 magic123 matematica trinity3 flash1 juanito
joker123 salope dorian 125125 cheese12 danger1 ilovemom1 anime1 johndeere1 sergio1 2001 asdfgh12
software juicy1 aubrey bushido prelude email jesusis1 peekaboo hendrix1 kickass1 buffy fletcher
medina jimbob redalert donnie goldberg z12345 goodbye backspace1 kristian jeffhardy 22446688
angel14 schalke nelly1 jordan11 trance pokemon2 1qazwsx brown loveu1 yellow123 2fast4u
taishan2011 integra tracey mommy3 alucard poodle summer69 sexy1234 killer7 nonono godzilla1
dont4get soccer18 qweasd1 jeffhardy1 baby1234 rosie qwaszx12 donovan none belle punisher
20202020 wutang jimmy123 moneyman1 1997 woodstock qwert1234 knight1 ty2t1hv3oc 147963 babyphat1
waters margaret1 anthony12 fuckyou13 bugsbunny bonita1 guigui machine snowboard1 algerie
incorrect katelyn1 cristo mechanical sisters cucciolo gilbert1 bigmac morales polopolo shawn
sakura1 bitchy1 6666666666 angelique christy1 hello11 denver1 ferret diego1 manisha mattia
gretchen 686868 vitoria dondon gorilla 122112 bubbles2 575757 741741 000123 angel22 mountain1
fuckyou666 smitty dragonfly1 god123 fortune ana123 together madden button server holahola hello5
lahore daphne dan123 adam123 vfhufhbnf duke blaster sunny123 bearbear 515151 angelo1 momma1
shibby 858585 madina family123 sonny1 my3boys simpleplan letmein123 jakcgt333 girl tractor
bastard1 brutus1 bball23 pudding dragoon reebok 123456o football13 primavera barsik baseball4
december12 rodney1 love99 snuggles1 qaz123456 gratis antony prakash dragon11 trucker love06
callie1 kieran roger hussain 1a2a3a wildcat1 sparrow myspace08 2010 king23 hayley1 starbucks
piggy1 spartan1 maldita goddess1 bitch13 kamasutra gamecube kendall1 kendra1 myname1 michael3
playboy69 everest godfather1 shadow01 hondacivic goldie1 hollister lilmama supergirl dalton1
tiger2 benito sponge jesussaves postal june12 coolguy buddy2 maryann fabulous ttd955audg hanna
hurricane romano bayern meowmeow babatunde houston713 noodles1 eugene1 honeyko mathias english1
beckham7 baby08 jesuschris catarina benoit positive basket1 allah786 lancelot summer10 busted
sandiego1 help guillermo michelle2 katrin 12345w skylar 852852 longhorn wizard1 19711971 estelle
reading hunter01 20022002 anna123 trucks dragon69 535353 briana1 1q1q1q1q television monty1
616161 coolcat 10203 chickens 123456789n papito 74108520 128500 spirit1 404040 better beach1
tootsie1 iloveyou10 jared1 princess5 hayabusa money23 scorpion1 popo bears1 cardinals1 cody
jewels finalfantasy turner chicken123 ben123 nana123 candy12 grizzly legend1 beethoven studio
silence 414141 blue23 alpine 7753191 ravens manager1 infiniti babygirl01 holden1 baby23 demon666
bitchass1 kristy memphis1 original kosama estrela taytay elaine1 baseball22 nikolay paramore1
spooky1 dimitri passpass cheer sandy123 love00 fatass hawkeye maximilian kosmos chanel1 arthur1
fuckface packard 123456789g santiago1 colton innocent alaska1 orange123 devon1 pussycat1 anjing
balls monkey01 cleveland taylor123 poker1 booboo2 warlock loved1 crimson hotshot aqwzsx always1
muslim devil1 fallout soccer09 andres1 blades eleven lawrence1 audrey1 joaquin temp123 contact
francisco1 chloe123 flower12 beach britt1 joyce lemons sexybeast1 chelsea123 hentai dirtbike
edison lena nathaniel1 kontol carlo grapes lifesucks domino1 norman1 thirteen13 meredith tyrone1
gerardo chipper1 striker trooper1 loveya1 noname woaini1314 babyface1 tkfkdgo poonam medion
mamour fytxrf pallmall yellow2 matthew2 1football oakland hihihi1 paradox center frances1
leandro 2008 pedro1 pink13 weasel 767676 112233a tanya jones tarheels1 minime trebor connie1
higgins faithful1 fabiola giorgia werder noelle mariano ybrjkfq mama1234 145236 director eureka
1234zxcv eatshit krista terry puppy123 chemical comfort demon pepper12 123456789abc marco1
cocoa1 puertorico moneyman longhorns my4kids temp1234 arianna1 yfnfkmz destroy 159753456 love55
softball12 mazdarx7 french qqqqq riley dharma hotmama1 mishka shutup1 cavalier q11111 purple11
showtime marcia sanchez1 portland joanna1 1998 babygirl14 printer lulu jacques 2007 brendan1
goofy1 ab1234 tattoo1 youyou fatman anything1 annette1 network1 joshua123 666666a mahesh gatito
summer01 asdfzxcv dillon1 fucking1 team sassy123 elefante sunshine7 sylvie pencil1 santana1
love2010 prasad mexico12 2006 mariposa1 mckenzie juancarlos lionheart iamnumber1 redbull1
stormy1 revenge dmitriy chuck1 jersey1 william2 matthias ilove69 milana knights kawasaki1
j123456789 qqqq1111 1967 auburn susan triumph gegcbr fuckyou22 gunit1 braves1 hope daniil
srinivas mihail lol1234 fatcat1 unique1 sephiroth luciana dell123 monkey10 lesbian1 pepsi123
boss marvel cancer1 grandpa1 coolgirl myspace10 apple2 broadway dad123 howard1 jasmine2
741258963 456987 rooney10 money3 qazxsw123 soccer101 david12 purple13 cardinals smiles1 beloved
coconut1 fallout3 addison 456456456 onlyme hanson 123456789e abrakadabra kjkszpj kipper whiskey1
iloveme123 kittykat1 lovegod pooppoop zaqxswcde 123456i chase balaji jesus01 895623 yamahar6
ilovemusic sheba1 hejsan kimkim bacardi impala wonderland robert12 starcraft1 khalid 1z2x3c4v
hithere taylor2 pirates1 kentucky1 pippin shotgun1 griffin1 rdfhnbhf lebron nikita1 maymay
angelbaby1 violin mankind dimples stalker1 spectrum dream1 cutegirl 123459 doodle1 loveyou123
class09 janelle mason jordan01 0987654 terror vancouver vinnie braveheart lala12 cristina1
meandyou secret123 sevilla frogger1 jenjen babyboo adventure holla1 tom123 emanuele baseball21
lovergirl1 zouzou balance beer e12345 zxcvbnm12 shasha 333444 home0401 gatita pimp13
administrator yfcntymrf whatsup1 haters1 stoner salmon flash coolcool angel21 justin2 hunter2
lady camille1 felicidad batman2 monroe jones1 stinger maggie12 bobo azamat 12312312 lovergirl
roxanne1 258000 brayden1 123qwe123qwe ismael stoner1 ivanova irish pavilion1 silly1 cosmo1
camilo daughter start123 beanie columbia bumblebee reagan warriors1 rfnif telefono mmmmmmmm luna
1fuckyou boobs1 ilaria harry123 kansas selina lineage2 penis123 manny1 mustangs oluwaseun prissy
carmelo renee overlord oakley biscuit1 beetle irock1 agustin runner1 cathy rodriguez1 anime
green2 jenifer halloween1 orange12 vishal children3 1hottie jonas123 fuckthis kaka22 333777
ilovechris changeme1 topsecret apple12 1111qqqq ellie1 number giggles1 burger cinema monkey6
roxana dkflbckfd cellphone a123654 woody kenzie evelyn1 baby22 amarillo sexyme blessings
junior123 tyson dfcbkbq fossil bordeaux football8 budweiser 19681968 teddy123 bender waterloo
thesims2 gizmo123 s123456789 gillian missy123 king1234 legion football4 bernadette thirteen
heroes hellsing brandon12 2020 scream dimple rachael1 boxing domingo 797979 werner dogs
passwords asd123asd dfkthf 747474 irene purple3 cantona asdfghj1 outlaw1 souljaboy1 loredana
lamborghini jumper su123456 andrew2 hannah01 notthat bruce1 jenna angel23 chris13 kayla123
1212121212 113113 hermes chronic1 gambit number3 nasty1 agosto baby15 kitty2 imcool1 thug4life
keith 999888 boy123 1qazzaq1 romina wertyu 1234rewq archana diosesamor rivera skater123 kissme2
khushi stargate1 italia1 babygirl7 123abc123 eragon qwerty77 evgeniy cepetsugih demon1q2w3e
monster123 artemka torres9 996633 fuck0ff ashlee1 tracy1 hoover erika1 jupiter1 xfiles giraffe
12345n 1964 pelusa chivas10 kitty12 hubert qwerty777 373737 joker13 battle libero temitope
mykids3 vfibyf bratz1 kaykay pirate1 ludmila megan123 citroen tiesto newpassword corinne
buckeyes1 commando kaykay1 rocknroll1 jesusfreak theodore a1s2d3f4g5 maggie123 leonie archer
daniel2 smackdown1 celtic1888 kleopatra eduard buckeye titans1 legolas1 donna almighty jorge
amours 4444444 angel15 ballin georgie pass12 bigmoney dietcoke1 online1 12345qw brothers cobra1
amelia1 yahooo parrot loves1 iloveyou69 1mother assass1 zigzag dorothy1 hockey12 stones mallory
mittens1 393041123 lukas escort password15 health jazmine tricia yomomma1 susan1 killers busted1
goodness johnny5 141516 krasotka nicole13 baker life 114477 14141414 19051905 diamante school12
cannon kelly123 zxcasdqwe123 keeper patrice 1965 allah svoboda amalia rustam pandora1 leonardo1
blackjack1 loves thierry demons friends123 westwood brandon123 jorge1 alex01 951357 stefanie
halflife ayesha jesuss www123 birthday1 sssss salvador1 plastic tupac1 honest belle1 963258741
chivas11 fuckface1 cinta star11 multiplelog myspace9 lillian1 hollister2 anne charley bloods
silent lolipop1 artemis loser2 toto utopia nick12 monkey23 blanca 12345600 happydays gandalf1
demon1q2w3e4r 786786786 vicky flower2 duchess honduras 23456 piccolo damien1 mommy12 cherokee1
twins cgfhnfr andy123 biology sucesso derek willy monkey4 chelseafc 0123 luke iloveyou23 vicente
money7 cute123 rambo harley01 mustang2 rebeca alinka justine1 camaroz28 princess21 gfhjkm123
red1234 lovesucks1 system1 plymouth bowling1 123698741 01010101 lizard1 12345h bloody baby101
cutie101 evergreen mark123 fyutkbyf nikki123 celtics kate nicole11 lewis 789789789 qqwwee
sullivan bernard1 melody1 jazmine1 princess14 momo nicky1 retired matador poncho 00112233
gabrielle1 number9 animals1 dauphin lucky2 dominican1 iamcool olayinka 1221 maddog1 romero
market qwer4321 bartek helloo manila hotty1 10577 alexalex konstantin ericka pothead420 someone
password09 henry14 neveragain brayden november11 albina 2sweet seattle1 assman cricri starbucks1
venus annamaria wallace1 highlander josh12 maurizio gsxr750 ihateu2 titanic1 ihateu1 marilyn1
danica tiger12 sleepy rainbows eatshit1 coolman1 toffee hermosa uhfybn8888 2good4u mondeo
richie1 raiderz1 aerosmith temple welkom mother2 girlfriend youandme mayday pooper1 mexico10
pot420 fabrizio qqqwww alexander2 toledo demon123 lowrider1 imperial jack12 1234567z masters
loveu married1 jamesbond007 herbie omega volkswagen shitface1 hannah2 bitch3 blackrose left4dead
123456789w 123458 passport1 lalala123 torino kontakt iloveyou21 journey lemonade lights fusion
sponge1 sexy09 pacific april12 frederick darlene 1money ferari moon ginger12 jordan13 georgina
kiki123 jktymrf 987123 shanti warning cowgirl cowgirl1 stealth pdtplf love44 ou812 baby10 484848
444555 becky cheese2 pollito money11 myspace23 123412 weed123 quality nevaeh1 sandman1 asroma
isaac1 nadia jonas minerva shogun blowme1 asdfghjkl123 fgtkmcby estrellita pavel blabla1
73501505 jermaine zxcv myspace101 moneys diane stitch love2009 azertyui bennett swimmer1
babyboy2 carmel kodiak 1235789 kenken scooter2 senegal techn9ne lola123 jasmine123
demon1q2w3e4r5t unknown1 preciosa confused maribel ufkbyf dominika 11111111111 hercules1 buddy12
bobbob1 computer2 2345678 leelee1 loveislife rossi46 spitfire1 massage cafemom rootbeer1 g12345
spring1 luis123 capricorn1 daniel01 jeffery alex10 baseball23 jordan3 hooters1 surside13
projectsadminx mango1 free123 tasha 635241 viviana mariel karine painter huhbbhzu78 jamie123
7777777a ichliebedich wellington megasecret tamara1 carlotta dortmund zaqwsxcde poetry mylord
yandex three3 clarinet aiden1 gavin1 daniella squall delta chubby1 lassie resident mike1234
redwings1 elmo123 kill gay123 a123321 pimpdaddy1 rereirf celeron magnus playstation3 peterpan1
patate chico arnaud prettyboy1 abc321 mehmet meatball austin12 tigger01 123456789qwe silverado
burton1 sweets1 bagira wayne turbo1 addison1 mihaela lewis1 adrien 000999 start1 7412369 nurse1
conrad technics brighton joejonas1 mhine wenoob number7 rtyuehe p12345 dancing1 salomon colleen1
baby09 zazaza jose12 millwall whisper mathew1 francine sonyericsson corazon1 catania youtube1
bubbles123 1qay2wsx gator1 7007 560076 gordon1 matheus faster latino myself1 1sunshine testing1
horny1 lovely2 ramram jackjack panda123 teamo123 mummy1 punkrock1 anthony3 pompom hohoho
myspace22 lizzy1 147896 coleman sexylove1 buddyboy sunshine3 karate1 ashley11 nigga123 1a2a3a4a
dance123 butterfly3 shanghai cobra kathryn1 mission1 sexyme1 rihanna gabby madison2 iphone
volley faggot zacefron1 walmart charger1 19671967 soccer19 nokia5800 malaga benben bighead1
maddy1 a112233 p455w0rd storm babe cavallo stunt101 ncc1701a 1qazxsw23edc joshua01 sucker1
87654321q toby jade dreams1 polo hi1234 splash dusty carol1 carbon yolanda1 senior09 qwe1234
ohiostate1 benji 1596321 india1 12211221 kayode june22 jeffery1 durango 115599 desert igor
blackbird koolaid1 networking support jesus3 mazda6 madagascar astonvilla candyman gertrude
trust dddd linda123 balls1 mafalda badminton pazzword123 yanyan choupette spartans kifj9n7bfu
ahmed durango1 matilde sagitario angel16 20052005 princess22 1231231 caca mollie1 smooth1
fatman1 434343 kathy grizzly1 727272 jerusalem moonlight1 margarita1 cheetah1 laura123 kathmandu
montgom2409 front242 europa astrid mercury1 working 7896321 beaner1 roscoe1 madeleine milkshake
1234567m 1963 myspace09 snoopy2 livelife sunita myboys lisa123 pulsar tabitha1 a00000 1475369
skater12 notebook 8522003 roxy kingsley warszawa kingking bionicle rhiannon ariel gaurav czz000
helloworld michael23 princesa1 blake blazer1 carlos12 june23 bobmarley1 davids loulou1
forzamilan demo miracle1 bitch11 nicole3 mykids2 sexy18 summer2 blacky1 respect1 emiliano
tommy123 grumpy reaper1 sparkles hollie violetta disturbed bertha felicia1 1234567s 159753a
latina1 sandhya william3 132465 carson1 bunny123 maksimka racecar1 nacional willy1 vfitymrf
superfly apollo1 kostya yummy1 celica werty smelly chaton pearl1 ananas murder1 america123
131415 ginger123 ncc1701e mulder chevys10 smart adelina powder dirty1 zombie1 green7 cantona7
n12345 poseidon stewart1 marcello alexa1 rakesh shakira1 19651965 isabelle1 jokers jg3h4hfn
princess4 browns warren1 iloveyou9 imnumber1 popo123 reset123 caca123 fuckyou5 peyton1 becca1
pothead classic1 babygirl15 stryker ryan12 loveme3 nightwish delacruz daddy2 blade london22
poochie benji1 bitch01 remington login hacker1 pepper123 viktoriya triskelion ilove123 geoffrey
pussy2 arsenal123 boricua ariel1 15151515 diamond2 susanne survivor sexsex1 start solution
archie1 pinkie john20130605at1753 davidson bruce madeline1 gaston select battlefield maximum
baby07 condor vendetta kakaka oldman josefina nanana 2009 babygirl5 yannick iamcool1 hfytnrb
makemoney lucky12 pooh dylan123 knicks willis nestor camelot silvana linkedin2011 music101
liverpool8 1q2w3e4r5t6y7u8i 555556 heidi bossman 606060 leader fabio godsmack alegria aaron123
charlie12 clifford1 momomo bigmoney1 revenge1 girasole musica1 tekken w66yrybgra shit123 yxcvbnm
allie1 lifeisgood muppet senior chris11 aileen pablo skiing fullaccess lilman paolo money100
monika1 saskia pillow finger david2 jake12 mikemike lovesucks portugal1 google12 mrf11277215
trojan 2003 spyder freckles1 poipoi 25011990 yvonne1 maniac didier lovestory bautista 357951
skinny seventeen gabriela1 chivas123 123456789h sweden crjhgbjy qqqqqqqqqq october10 babygirl09
noodle1 answer beaner skyler1 billy123 chicca nopass harrypotte cancel tyler12 mystic tomate
mileycyrus hotmama coco12 bear123 ihatethisgame dragon7 celeste1 iloveu12 57chevy 777999
butthole1 pimp11 kashmir paola zxcvb123 bubbles12 159753123 sara123 briciola clarissa hardrock
123456789f semperfi1 fuck666 superman7 abcde123 indians cody123 huskers seagull wolfman default
junebug1 senior08 orchid 201010 honduras1 pictures mariya awsome keisha work bigbang babygurl12
u1v7hhh7ef w12345 chacha1 gotmilk hospital qwerty78 elisa vanesa daniel11 2128506 tsunami labtec
jess123 simpson1 create waterfall 0192837465 tomtom1 adeline colts18 anthony7 roses 789632145
daewoo 45454545 123654a oklahoma1 bebe jess pierre1 moises annalisa joejoe1 ludacris humtum
rabota killer11 yankees13 handsome1 scottie sprite1 101101 luther mike23 hamish june13 frog
blade1 meghan1 coolkid1 steelers7 dragon01 andrew11 yahoomail juan123 lightning1 ltybcrf
princess23 navigator tammy bigpimpin1 1loveu superman3 jared noisette cleveland1 fxzz75
jermaine1 bunnies tdutybz tyler2 four20 evite safari celina indya123 classof07 sasha12 iverson1
ashley13 12345qwer yyyyyy robinhood stallion hammers sexy08 sterling1 20072007 solomon1
mickey123 fisherman rasmus peanut12 123456aaa daddy12 pornstar1 amazon wonderful1 greg mynameis
blueeyes1 slipknot6 a1a2a3a4a5 kaka brian123 webster1 mississipp 159159159 psycho1 evanescence
blackman bangbang rockets1 1435254 lavoro monkey21 abcd123456 334455 june21 africa1 darkangel1
hotgirl mimi123 newstart simsim nicole01 shania tomorrow marie12 johnpaul reality monkey101
history278 bookworm adelaide armando1 hello9 company light banshee crip4life nataly godofwar
owt243ygbj foxtrot pharmacy bball tresd5 thursday sexyman1 rjycnfynby snoopdog 1michael cbr600
ilovehim2 greece freedom2 patito homework chrisb1 forest1 female 4myspace shorty12 keegan
blingbling mazafaka killer13 baseball24 sausage daytona justin01 gremlin love2008 baseball6
qwerqwer2 mollydog steffi firebird1 cooking bhebhe olenka matahari coolboy x3luym2mmj legenda
albatros whisky green13 classof201 jordan5 121121 motocross1 littlebit april20 leoleo maryland
aliens palmer lampard8 subway duncan1 19031903 maximo naruto2 angelus byusdg23 584520 mathis
oliveira capone simon123 candle m1234567 beckham23 bonehead cimbom 1loveme giacomo baby21 franck
sunset1 garbage mallorca myspac3 sheldon qw123456 manowar food radio1 reggae tesoro 1iloveyou
emachines1 chucky1 ilikepie1 rowena 123asd123 corey gothic1 rancid gringo razvan cuteme haha12
star1234 heineken pandas bounty buster01 babe123 playboy123 ecuador glamour 868686 forget1
saturday medicina redred1 nokian70 fish123 scully thomas2 hustler1 central1 alison1 babylon
lucia anuradha tequila1 march17 applepie1 bitch5 freeze112 faisal peanut2 kalina bookmark cancun
april21 362436 april22 randall adewale 22334455 dwayne pleasure space shorty13 lorraine1
blueblue 1475963 646464 catwoman 198888 emerald1 friendly mygirls myspace8 baseball14 fuckyou11
a1a1a1a1 ghostrider 19991999 12321 husband landrover cowboys22 control1 class08 jensen springer
evony1 will professor ssssssss s8ylpe9jdpvym queens bestfriends triton beaches forrest mickey12
junior12 kittie sharingan thegreat123 iguana cheer123 myspace69 zaraza q2w3e4 project legacy
fuzzy1 malachi butler 560037 jillian1 koroleva godis1 asd1234 beaver1 veronique vbkfirf 27653
livestrong coolcat1 mobster1 thomas01 kenwood northside1 rjynfrn maggie01 principessa nugget1
mango account1 marihuana peluche lifesucks1 dbrnjh ssss sadie123 ashleigh1 lovebird george123
veritas negrita krokodil persik kikiki fghtkm ankara adekunle july21 smelly1 incubus1 godhelpme
kfhbcf football24 pancakes mazda323 alexis12 chillin venice bigbird open butthole cotton1
princesita giovanni1 flipper1 shinigami frosty1 venezuela guatemala thomas22 school2 rogers
grover tootie candice1 1366613 phone1 hello3 mitch kungfu margherita sexy17 mighty gorgeous1
1diamond qwertyui1 zhjckfd deutschland black12 pink22 meme therese tweetybird 123890 leonard1
eeyore1 vertigo jaguar1 1357913579 23jordan tatiana1 m0nkey minette venera love26 robert2
versace qwe789 eight8 martin123 love777 az123456 zxcvb12345 jasmine12 farida holland1 blossom1
amy123 z00000 password88 hockey11 mash4077 heidi1 poptart1 roxy123 tuesday zander reddog1
angel88 zelda1 456789123 12345v manning18 tomas adeola rammstein1 cutie2 porkchop1 june16
go2hell password24 ordinateur 1234567j april13 12345677 qwerty69 guitarra qwerty666 shawty1
eternal password08 speed michela dude12 pancho1 bengals1 megapizdetz666 jessica3 killian
munchkin1 lucille 789852 baby16 satana porn thelma lovehate dipset 21122112 birdman 383838
fighter1 verona speaker dinesh mellon greenday12 auburn1 lovely123 kittens1 grace123 pankaj
destroyer 1234565 nastia flyboy1 forzaroma barbados twister1 wednesday 123456789v deftones1
sprint aberdeen janet violet1 18n28n24a5 guilherme 1q2q3q amoure andrew01 godislove1 dilbert
9293709b13 grandpa justin11 angel07 123123123123 taylor01 mary123 monsters homeboy terrell1
123abcd puppylove1 roberts edward123 goforit orange2 skyblue peanuts1 ashley01 619619 baker1
family2 bassman angeline klvbkf fabrice racing1 cherries latina pimp23 buckeye1 training qazzaq1
march nokian95 louis1 melinda1 bruno123 lucy123 my1love escorpion family3 samantha12 parkour
fanfan angelbaby luis chosen love4you ripper progress yuliya pssword mommy11 dallas22 trololo
mariana1 biteme2 ignacio chivas12 samtron clemson1 big123 n1frdz ghjcnjnfr 2children shorty123
june11 holmes tkbpfdtnf technology indira fuckers ebony1 626262 dixie love27 april23 pringles
il0veyou motherfuck history1 liberte rawr123 newmoon fabregas 123321123321 mummy fergie love5683
candy2 roma pietro huskers1 theused1 monkeybutt 14881488 novo 19641964 duckie ilovepussy icarus
south1 greenbay aa123123 rashmi amor 333333333 payton1 redsox04 bailey12 music4life billyboy
winchester ray123 great jordan10 56789 melvin1 gotcha rosalie z123456789 puppylove bessie
barkley cronaldo qwaszx1 rasengan nigger123 confused1 tenerife qwerty01 paige bridget1 yeah
prashant music2 panties possum qwerty789 dutchess home123 iloveher babygirl21 214365 maynard
basketbal1 freeman1 2bornot2b hunter11 good123 mancity turbo guadalupe1 nokia3310 wishbone
mother12 jingjing hottie3 armstrong tara 707070 0147258369 weezy1 lesley 09876 1232323q porno
horizon nike love34 roller jesusc zeppelin1 janette number5 comcast1 marcella doctor1 concrete
operator whiteboy1 xxxxxxx bandung lolo123 pirata smoking carolyn1 blizzard1 sexybaby1 pakistani
abby 2424 april15 chris01 321678 l1nk3d1n hyderabad cock alisha1 jaden1 748596 pepper2 bigfoot1
cadillac1 qaz123wsx myspace0 sherman1 principe time manu lalaland alexa emotional grandkids
rjhjktdf 1414 petunia deanna1 redman1 spike123 whatever2 as1234 missyou bellissima sexyman boris
mystery1 qaz2wsx babygirl16 besiktas aptx4869 1232123 24242424 chuck nikolai discover babygirl08
zenith lovely12 rastafari chicken12 kochanie mylene kings1 babygirl23 lord marriage yugioh1
ursula joey123 angel69 princess15 arnold1 pizzas adonis yesyes qwerty22 nursing1 anita1 pauline1
april14 maradona10 samiam cherie zainab rafael1 valeria1 chinnu clover1 paperino indian1
100200300 donovan1 mostwanted football20 patrizia suzuki1 123456abcd jesse123 yumyum village
phoebe1 louie1 momanddad madalina star13 ayomide 110085 janet1 123stella z0102030405 mimosa
emma123 travel1 angel4 losers kirsty dottie paula1 717171 dalila gotcha1 sexy07 fantastic
chevrolet1 catalin kiss123 matthew12 aaasss gabriel123 buster2 142857 polarbear chivas13 chaos
june24 marlin daniel13 monkey8 soccer08 zzzzzzzzzz bugger bradford breeze cazzo 223322 march12
lopez apsk54321 transam theboss1 333222 tropical family12 aardvark desperado softball11 glitter1
rhonda tulips sweet12 liverpoolfc ppppp aaaaaaa1 budweiser1 canela hamilton1 slavik hannah11
1234509876 antares edwards biggie1 kumar wisdom1 honda123 commander deadman1 nelly bharat 111999
pie123 ariana1 777666 colts1 martina1 111111111111 helen explorer1 baili123com iluvu1 snowwhite
vicky1 leonid argentina1 charming street1 snoop1 12qw12 lynn 20112011 85208520 110011 mandarin
summer99 juventus1 asdffdsa shady1 morris1 medical sneakers pobeda rebels mar123 badboy2 young
ontario pokerface donnie1 jesus4me gianna stevie1 bertie malcolm1 momof2 italian1 qwerty5
manson1 famille redrum1 2336 mallory1 bogart 234234 medved lance smoke jackpot sunderland
jaihanuman shorty2 offspring sweetgirl jocelyn1 drogba sousou qwegta13091990 iloveyou15 magali
gameboy1 cabbage abiodun carlton nathan12 dollar1 kagome looser nissan350z bobobo goodlife
naveen fantasia basketball1 amanda2 dogdog1 jessica7 shmily 1962 booty linkin1 scarlett1 hidden
bruins goodbye1 august12 gwapo sssssss patty1 gonzalo compton1 dick123 kimbum daisy12 michael11
hejhej vacation1 nipper sidekick3 picture march1 princess8 bonheur pistons1 charlie3 nokia6233
management italiano 123456zxc hyundai abcdefgh1 tigrou jamila felicity splinter roman1
iloveyou09 test1 sammy12 blink money4 green11 bugsbunny1 blackops numba1 l6ho3tg7wb crazy12
losers1 harley123 games1 valentina1 ludovic santos1 klapaucius rodolfo peters conner1 extreme1
thedoors loveis china football09 fred123 love89 nikitos heritage papapa christian2 enrique1
punkin1 firefly1 never1 fuckyou6 bailey123 246813579 sidney1 kannan rolando mitsubishi assasin
ferdinand joseph12 gold rhjrjlbk 1qw23er4 19411945 dodgeram pupuce kobebryant wookie scarlet1
password19 exodus pluto booboo12 delete1 shitface theend spanish1 19631963 dalejr 51505150
1a2s3d4f5g badboys friends4 isabela skinhead 110120 peanut123 sonali schatzi 737373 sextrime1
cool11 murder dragon88 212223 supergirl1 doodoo highland pablito zasada iloveyou6 mafia1 aa1234
nathan123 cinnamon1 14121412 vanhalen eric123 freeway 2blessed 4children 135798642 halo natural
babygirl4 amethyst booboo123 pimpin2 bridge soccer20 coolguy1 badman 113355 qwertasdfg benedict
leather butt logan123 123123qwe supersonic harriet morgana summer05 soccer24 hedgehog cruzazul
black2 zacefron psalm23 20062006 slick1 adrienne lespaul spunky1 lickme baseball15 weather leon
5poppin sexybabe zorro bailey01 john1234 banana123 pearl malachi1 light1 stanislav cecilia1
corolla softball2 angel18 caramel1 electro dodge hater1 marcopolo william123 diablo666
id6c3wr6un angeleyes cookiemons 242526 ruby austin123 revelation amistad gorilla1 bones1 april16
xboxlive katkat arsenal14 bristol september9 bologna hjccbz monster2 idunno eminem12 fireball1
apples123 andre123 lucky777 mmmmm 1butterfly lexmark1 sheila1 lamont1 mildred matthew123 maciek
jordan7 dolly1 kimmie fishes natacha ninja123 nikhil aishiteru mikayla 123456789asd march23
lemon8 stepan momoney candycane1 keyboard1 crackers writer seamus babygirl69 devildog pepette
thegreat1 picard nevaeh chuckie kellie nevermore micaela lover69 soccer07 1anthony michael01
june14 jamal1 sexyback1 october31 skinny1 zxc123456 joseph123 angel6 everything 01011980
princess9 margie alexis123 feder1941 chuchu barbie123 snoopdogg beast smarty christie abcd12345
omarion bluebird1 19661966 blue10 slamdunk jessica13 number12 twisted1 palmtree vjcrdf trial
il0vey0u bossman1 april10 aries joshua2 lopez1 martins shooter1 jelly1 ariane 1004 deborah1
aprilia poochie1 maddison casey123 709394 fuckyou4 faith123 creation sasuke123 scout1 228228
fktyrf rebel shark sagitarius april11 jazz chiefs secure pacman1 piramida 121283 caitlyn gggg
june28 michael13 pink101 believe1 password07 soprano maria12 caballo hogwarts 00001111 babybear
titties goldeneye june10 qazqazqaz kelley holly123 love4me strong1 bball12 angel8 liverp00l
kakashi1 kirsten1 badger1 forzainter 456123789 starlight1 warlord 777555 654987 blessing1
snapper dookie1 nevada qwe123asd march11 poussin sherwood imcool harley12 piper1 vernon aikido
eldorado holyshit piggy monkeyman josiah wifey1 andrej cevthrb juan password20 1cookie july23
delfino tweety2 trenton1 rainbow123 janice1 lenochka twinkle1 porcodio sacred bluebell finance
orion june17 andreas1 magandaako destiny2 starfish1 fxzz75yer hello7 crosby87 chronic420 imgay1
softball13 annika maggie2 ciara1 recovery 232425 myspace07 12345asd bigben chewy1 caline funky1
corrado scooby2 cookie3 angel08 inspiron march22 theonly1 ghblehjr beautiful2 green3
doomsayer27mordsv nicole7 lolita1 lily asshole12 victoire trojans1 vittoria alvin sleepy1
madden1 885522 fullmoon shamrock1 qwerty99 ladies chivas100 skylar1 cookies123 soccer01 sherry1
qweqwe1 columbus gidget love02 kenworth april17 isaac cambridge jane 0147852369 carmelo15
shitty1 110688 all4one ad123456 angel9 vishnu dragon5 090807 starstar jennifer12 cougars
7elephants naruto11 colton1 davinci bajingan wildfire h2vwdubjx4 seniseviyorum daniel19 august11
bambino x123456 1213141516 christelle forever2 greeneyes fordf250 010203040506 ready2go sky123
children2 eqes606898 achilles killer666 onedirection champagne softball7 monkey9 shadows
123456qwer 110001 bulls23 janina mazda3 purple22 killa eagles5 alissa adv24 laguna1 123kid
doreen kacper iluvme houses softball10 amormio ravens1 america12 holla sonic123 byebye morning
darius1 crusader rufus1 cherry12 kenzie1 underworld bloods1 kaitlin josie1 paper1 123369
computers marcos1 gilles illusion scvmofas79 cinder venkat chihuahua riverside you123 darklord
a123098 20032003 hotpink1 ilovejusti golfing 123258 1960 lipgloss1 wilbur denisa pallina nimrod
ducky1 bollox harper cornelia europe oliver123 mclaren cazzone hooligan design1 command bonsai
vermont knights1 italien princess16 googlecom bleach1 bass crazy4u dynasty mermaid1 twilight12
i23456 eatme anfield mustang69 dark uganda tracy eminem123 dagger buddha1 praveen 111nice nabila
110019 paper123 restart baby69 santino drew rovers peaceout nolimit joanne1 e3r4t5y6 sangeeta
pradeep elliott1 brady12 viking1 lipgloss blue21 palace oregon taylor11 babygirl22 wonder1
tony12 bushido1 mmmmmmmmmm serena1 123soleil allahu hurricane1 muskan bitch23 esther1 southern
harold1 anarchy1 devilmaycry billie1 cristian1 mariajose march13 cougar1 maryjane42 zarina
dontforget gucci1 caliente sarajevo vlad itachi firefighter nicole21 r9lw4j8khx snooker lemon1
satan hillary fearless march15 qazxsw1 death123 passwd easter 1qazxc caravan borussia april24
dimadima mypass lacey1 fucku123 granada bebe123 mike11 mygirls2 ziggy panasonic1 monster12 1001
russel chinese xxxxxxxxxx ichigo user888 fart sophie123 walnut drake1 football14 kirby1 987789
123a123 lamont theused littlebit1 lillie kevin12 brodie sweet2 rajkumar hurley june15 birdman1
millenium aaaaaaaaa pancake sexysexy w5tn36alfw yfnfkb opelastra lenovo septiembre zanzibar
window1 chaos1 sheeba chris23 futurama gymnastics pudding1 digger1 julieta urmom1 badbitch1
darrell makaveli1 fatima1 secrets chobits idontcare 110075 12345qaz irinka dana pedro123
password17 acuario montecarlo princess08 ohmygod samanta pasquale snoopy123 blank tweety12
winmx1 messiah pablo1 potpot louie popeye1 mexico2 peacock matilda1 vijaya money4me bishop1
heaven7 baba monkey14 jubjub pokemon11 luckydog1 patriots12 mamochka guerrero frank123 samuel01
iloveyou08 florencia bella12 skater2 twisted 2011 darkstar1 cessna narayana snapple sailboat
candycane yummy pasword1 pussy12 tolkien bryant24 sweety12 rocky2 sabbath banana11 u77789 mocha1
theatre japan chennai wright buddie june26 moritz derp12 architect myheart peterson partizan
dell 999000 lonestar prissy1 rosemarie 55555a pinkfloyd1 topper azazaz monty solange hooker
milkshake1 roxane johnlock june 131421 400053 tricolor jojo12 bretagne nicole22 jack1234
polaris1 kronos fuckme123 1234ab 1zxcvbnm murcielago 2wsx3edc sterva 456258 sammy2 floppy
printer1 alliance feather crossfire carola phillips music12 1515 stonecold1 pinky123 goose1
cobain cucciola koolaid clara ruben optimus aurore 070809 nicky zxccxz 1000 darling1 windsor
nickjonas guess rose12 jesus77 moneymoney loretta tango cesar seven777 skywalker1 19283746
july22 midget elizaveta nutmeg peachy qwerf12 girl123 diego123 butterfly8 glasgow emachines
mirror 560078 slipknot66 couponsc10 1player august13 xbox pioneer1 buster11 yellow11 topcat
818181 pretty12 cupcakes 203040 lkjhgf dynasty1 maricel cristi sasuke12 startrek1 rockstar12
qwertzuiop softball3 dollars texas123 hamburger molson chris10 onetwo3 12348765 gsxr600 1961
dragon22 michael5 question gfhjkm1 ijrjkfl camera1 blackhawk shaolin rossella boobear1 tototo
traktor nolove lollollol kavita juanita1 hilton clemson lexor123 123a456 tangerine amsterdam1
1superman wedding1 moonshine philips1 princess09 varvara kalpana july14 classof200 jobshop2002
march18 penis69 147896321 denden foobar jimenez junior2 sriram greens malik1 987654321q hustler
crazy2 password77 kasia italian joshua11 seven77 supermario april18 fireblade jesus33 kimberley
yoyo123 kkk123 angel17 kolawole polly ibanez1 bigcock chippy 09876543 youssef march21 august23
babygirl9 converse1 tango1 olawale friends12 mikaela saturn1 qwerty21 wagner alondra dolly
megatron xtreme really ludwig brazil1 mikejones1 lorena1 alexis09 matthew3 mygirl 2gether
lobster1 pentium4 familyguy blogs123 cruise number11 hinata july12 photos familia1 baller12
1212123 0000001 kool pr1ncess impossible weare138 1hotmama jesus11 hottie13 patton 9uzp9jek3f
june18 love1 craig1 deerhunter sony moremoney criminal 1chance hilary1 gordo1 198000 radhika
senior07 allan transformers jamjam lottie monkeyboy condom elefant nwo4life butch1 savanna
sf49ers mimimi darlene1 laurita athena1 boobear ralph 112233q d123456789 shadow7 june25 mymusic
malibu1 zebra1 sexygurl1 123qwert lupita1 fuckyou8 bloody1 guinness1 naynay1 kawaii budapest
dante barselona nike123 sixteen jktxrf usher1 1nigga pooh12 promise1 solrac naruto13 adebayo
superman23 meagan sinner cool1234 mac123 olesya lucifer666 dkflbr suzanne1 password16 666555
clouds puppydog bumbum not4you 852258 lance1 666333 alexey muhammed 1234567b wolfie future1
ladybird bitch22 1q2w3e4r5t6y7u8i9o family7 helen1 420weed johann ezekiel tortuga godlovesme
cheers francy beverly1 photo1 sam12345 poppy123 jonny1 meow trojans alvarez canadian coltrane
august21 audia3 kaka123 159357456 patty mattie1 atomic dayday1 lipstick simba123 cachorro blaze
mickey2 remote santa1 open123 amor123 grenouille a7777777 redroses nebraska marie2 piolin
password33 tigger11 lover13 matt12 robinson1 terrell alfredo1 volvo shweta today valley nana12
miamor1 1122334 jazmin1 lauren12 sonia1 dayana desmond1 lemon loveless1 h12345 tommaso qwedsazxc
986532 123123123a 78963214 june20 liverpool9 oktober irishka red12345 samurai1 heartbreak
children1 morgan12 myspace200 fisher1 pontiac1 green5 brandon3 karthik rainbow7 marija damnit
19191919 sparks cerise iamthe1 laptop1 jose13 wazzup dd123456 pretty123 raiders13 chris14
y123456 pimping1 tekiero cthtuf nomore babygirl19 minicooper hotpink kosova zxasqw maimai
qazqaz1 mylinkedin loveable fabienne nssadmin 12345678m israel1 millions kkkk filomena kyle123
qazwsxed december25 chris3 poop1234 panic ballin23 amigas doodoo1 steven123 4everlove 1231
110017 twiggy macarena zyjxrf strider october13 german1 chase123 fabien hhhh jordyn rainbow2
meme123 2babies medusa trenton majestic ralph1 8phrowz624 bmx4life ohyeah person 6543211
westcoast edwin jasmine3 dilligaf pathfinder jefferson1 1daddy deleted sdfsdf taylor13 goldstar
speed1 4444444444 ashley7 crimson1 adrianna trinidad1 fuckoff123 layla1 powerful magpie anthony5
darina 25800852 goliath marseille13 clinton1 zero jackal phillies babes espoir august22 cucumber
kingfisher root slimshady1 iluvme1 suicide frisco 555888 anthony13 meatloaf 333555 tommyboy
francisca s1234567 turtles natalka france1 narnia dani river1 123698 raffaele bonjour1 bossy1
musical doomsayer27mordsvv enter123 avalanche 20122012 bermuda penelope1 123456qaz mia123
khadija petrov luigi zzzzz angel09 evil666 hahaha123 159852 kissme123 nicole10 obiwan 009988
nicole14 yesterday playgirl april26 951159 zodiac bosco1 cococo lucero love28 longhorn1 qazxcv
132132 althea dontknow 0000007 clancy class07 chelsey geneva bluesky1 1959 garnet mushroom1
56565656 master2 andrea123 123456798 prince123 mazdarx8 jackson2 thomas11
`;
