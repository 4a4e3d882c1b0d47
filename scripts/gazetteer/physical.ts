import { type GazetteerWriter, hundredths } from '../../src/place/gazetteer-writer.ts'

/**
 * Regions that no package gives: waters, mountains, rivers, deserts, islands and the regions the press speaks of. Drawn by hand, coarsely:
 * good enough to say what they overlap. Each line: kind | names | half width in km | points (latitude,longitude).
 * `area` lists the corners of its outline; the other kinds list points along a line that is as wide as stated.
 */
const REGIONS = `
area|Pacific Ocean;Pacific;the Pacific;太平洋;Océano Pacífico;Océan Pacifique;Тихий океан|0|50,-179.9 55,-160 55,-140 48,-126 34,-121 22,-110 8,-84 -5,-82 -20,-72 -45,-76 -60,-75 -60,-179.9
area|Western Pacific;western Pacific Ocean;西太平洋|0|40,145 50,160 55,179.9 -50,179.9 -40,155 -10,155 0,135 18,125 30,135
area|Atlantic Ocean;Atlantic;the Atlantic;大西洋;Océano Atlántico;Océan Atlantique;Атлантический океан|0|60,-40 55,-20 48,-8 35,-8 20,-18 5,-10 4,5 -30,14 -55,0 -55,-60 -35,-52 -8,-34 10,-58 25,-78 40,-70 47,-52
area|Indian Ocean;印度洋;Océano Índico;Océan Indien;Индийский океан|0|20,62 8,76 6,82 14,86 6,94 -8,105 -20,112 -35,115 -55,115 -55,25 -33,29 -12,41 11,52
area|Arctic Ocean;Arctic;the Arctic;北冰洋;北极|0|90,-179.9 90,179.9 72,179.9 76,100 78,60 80,20 82,-20 82,-60 74,-130 71,-160 70,-179.9
area|Southern Ocean;Antarctic Ocean;南冰洋|0|-56,-179.9 -56,179.9 -68,179.9 -66,100 -68,0 -70,-60 -72,-179.9
area|Mediterranean Sea;Mediterranean;the Mediterranean;地中海;Mar Mediterráneo;Mer Méditerranée;Средиземное море|0|36,-5.5 37,-2 41,2.5 43.5,5 44,9 41,12.5 38,15.5 40,18 36,22.5 37,28 36.5,36 33,35 31.2,33 31,29 33,20 31,16 37,10 36,0
area|Black Sea;黑海;Mar Negro;Чёрное море|0|41.2,29 43,28 46.3,31 45,36.5 43.5,39.8 41.5,41.5 41,37 42,33
area|Caspian Sea;里海|0|47,50 45,47 42,47.7 40,49.5 37,49 36.7,53 40,53 43,51.5 46,53
area|Red Sea;红海|0|29.5,32.5 28,34.5 21,39 13,43.3 12.8,43 16,40.5 23,36
area|Persian Gulf;Arabian Gulf;the Gulf;波斯湾|0|30,48.5 27,52 26.5,56.3 25.5,55 24.3,52 26,50.2 28.5,48.3
area|Gulf of Aden;亚丁湾|0|12.8,43.4 15,51.5 12,51.2 10.5,44.5
area|Arabian Sea;阿拉伯海|0|25,58 25,66 20,71 8,76 8,60 12,52 17,55.5
area|Bay of Bengal;孟加拉湾|0|22,88 21.5,91.5 16,94 6,95 6,81 15,80.3 20,86.5
area|Andaman Sea;安达曼海|0|16,94.5 16,97.5 8,98.3 6,95.5 10,92.8
area|South China Sea;West Philippine Sea;南海;南中国海;Biển Đông|0|23,117 22,120.5 18.5,120.5 14,119.8 8,117 3,112 1.5,105 8,105 11,109 16,108.5 20,108 21.5,112
area|East China Sea;东海;東シナ海|0|33,122 33,127 30,130 26,127 25,122 27,121 30,122
area|Yellow Sea;黄海;Huang Hai|0|39.5,122 38,125 34.5,126.3 33,125 33,121.5 36,120.5 37.5,122.5
area|Bohai Sea;Bohai Gulf;渤海|0|40.5,121.5 39,117.8 37.5,119 38,121
area|Sea of Japan;East Sea;日本海|0|51,141 45,137 42,131 39,128 35.5,129.5 36,136 41,140 45,141.5
area|Sea of Okhotsk;鄂霍次克海|0|59,143 61,158 51,156.5 44,146 46,142 54,137
area|Bering Sea;白令海|0|65,-172 62,-166 58,-158 54,-165 52,-179 60,-179.9
area|Philippine Sea;菲律宾海|0|30,131 24,123 18,122.5 12,125.5 7,127 7,135 12,144 26,142
area|Sulu Sea|0|12,121 10,119 7,117 5.5,119 8,123 11,123
area|Celebes Sea|0|6,118.5 6,125 2,125 1,120 3,117.7
area|Java Sea|0|-3,107 -3,114 -4,117 -7,117 -6.5,112 -5.8,106
area|Timor Sea|0|-9,125 -9,130 -12,131 -14,127 -12,123
area|Coral Sea;珊瑚海|0|-10,145 -11,160 -25,163 -25,153.5 -18,146.5
area|Tasman Sea;塔斯曼海|0|-30,153.5 -30,172 -42,171 -46,166 -43,148.5
area|North Sea;北海海域;Nordsee;Mer du Nord|0|51,2 53,5 55,8 58,7 61,4.5 61,-1 58,-2.5 55,-1.3 52.8,1.7
area|Baltic Sea;Baltic;波罗的海;Ostsee|0|54,10.5 54.5,19 57.5,21 59.5,23.5 60,28 62,21 65.5,24.5 65,22 60.5,17.5 56,16.5 55.3,13
area|Norwegian Sea|0|62,4 69,14 71,20 72,0 66,-8 62,-4
area|Barents Sea|0|70,20 69,33 69,50 76,62 78,20
area|Irish Sea|0|54.8,-5.2 54.5,-3.3 53.4,-3.2 52,-5 52.2,-6.3 53.8,-6
area|English Channel;La Manche;英吉利海峡|0|51,1.5 50.6,0 50.3,-3.5 49.8,-5.5 48.7,-5 48.7,-2 49.7,0 50.5,1.5
area|Bay of Biscay|0|48.3,-4.8 46.2,-1.2 43.4,-1.5 43.6,-7.8
area|Adriatic Sea;Adriatic|0|45.7,13 44.5,14.5 42,19 40,19.3 40,18.3 42,15.5 44.5,12.3
area|Aegean Sea;Aegean;爱琴海|0|40.8,24 40.5,26 37,28 35.5,27 35.5,23.5 38,23.8
area|Ionian Sea|0|40,18.5 39,20.3 36.5,22.3 36,16 38,16.5
area|Tyrrhenian Sea|0|43,10 41,12.8 38.3,15.6 38.2,12.5 39,9.7 42,9.5
area|Gulf of Mexico;墨西哥湾;Golfo de México|0|30.3,-88 30,-84 26,-82 24,-82 21.5,-87 18.5,-92 19,-96 23,-97.7 28,-97 29.3,-94
area|Caribbean Sea;加勒比海;Mar Caribe|0|22,-85 19.8,-75 18.5,-66 15,-61 11,-61.5 11.5,-72 9,-80 12,-83.5 16,-88 20,-87
area|Gulf of California;Sea of Cortez|0|31.5,-114.5 28,-111.5 23,-107 23,-109.5 28,-113
area|Gulf of Alaska|0|60,-150 59.5,-141 55,-133 53,-140 55,-158
area|Hudson Bay;哈得孙湾|0|63,-92 63,-79 58,-77 52,-79 56,-88 59,-94
area|Gulf of Thailand;泰国湾|0|13.3,100.5 12,102 8.7,105 7,103.5 8.5,100
area|Gulf of Guinea;几内亚湾|0|5,-5 6,2 4,8 1,9.5 -2,9 -1,-5
area|Gulf of Oman|0|26.5,56.6 25.3,61.5 22.6,59.8 24.5,56.8
line|Strait of Hormuz;霍尔木兹海峡|30|26.2,56.3 26.6,56.6
line|Taiwan Strait;台湾海峡|70|25.2,120.4 23,118.5
line|Strait of Malacca;Malacca Strait;马六甲海峡|50|5.5,97.5 3,100.5 1.3,103.3
line|Bosphorus;Bosporus;博斯普鲁斯海峡|5|41.2,29.1 41,29
line|Strait of Gibraltar;直布罗陀海峡|15|36,-5.9 36,-5.3
line|Suez Canal;苏伊士运河|8|31.3,32.3 29.9,32.55
line|Panama Canal;巴拿马运河|8|9.35,-79.9 8.95,-79.55
line|Bering Strait|60|66,-169 65.5,-168.5
line|Korea Strait;Tsushima Strait|50|33.8,128.5 35,130
line|Himalayas;the Himalayas;Himalaya;喜马拉雅山;喜马拉雅山脉;Гималаи;Himalaja|90|35,74.5 33,76.5 31,79 29,82.5 28,86 27.8,89 28.5,93 29.5,95
line|Karakoram;喀喇昆仑山|60|36.5,74 35.5,77
line|Hindu Kush;兴都库什山|80|36.5,73 35.5,70.5 34.7,67
line|Tian Shan;Tien Shan;天山|90|42,72 42,78 43,84 43.5,92
line|Kunlun Mountains;Kunlun;昆仑山|80|36.5,77 36,83 36,90 35.5,98
line|Altai Mountains;Altai;阿尔泰山|90|50,86 48.5,89 46,93
line|Qinling Mountains;Qinling;秦岭|50|34,106 33.8,110.5
line|Longmen Mountains;龙门山|40|30.8,103.2 32.3,105
line|Ural Mountains;Urals;乌拉尔山;Урал|80|67,65 61,59.5 56,59.5 52,58.5
line|Caucasus;Caucasus Mountains;高加索;Кавказ|110|44,40 43,43 42,46 41.3,48
line|Alps;the Alps;阿尔卑斯山;Alpen;Alpes;Alpi|70|44.2,7 45.8,7 46.5,9 47,12 47,15
line|Pyrenees;比利牛斯山;Pirineos;Pyrénées|35|43.2,-1.5 42.7,0.5 42.4,2.7
line|Apennines;亚平宁山脉|40|44.4,9 43,12.5 41.5,14.5 39.5,16.2
line|Carpathians;Carpathian Mountains;喀尔巴阡山|60|49.3,19 48.7,23.5 47,25.5 45.5,25
line|Balkan Mountains|30|43.2,23 42.7,27
line|Andes;the Andes;安第斯山脉;Cordillera de los Andes|120|10,-72.5 4,-75 -2,-78.8 -10,-76.5 -16,-70 -23,-67.5 -33,-70 -42,-72 -50,-73.3
line|Rocky Mountains;Rockies;the Rockies;落基山脉|150|53,-119 48,-114 44,-110 40,-106 36,-105.7
line|Appalachian Mountains;Appalachians;Appalachia;阿巴拉契亚山脉|110|34.5,-85 37,-81.5 40,-78 42,-75 44.5,-71.5
line|Blue Ridge Mountains;Blue Ridge|30|34.8,-83.5 37.5,-79.8 39.5,-77.7
line|Ozarks;Ozark Mountains|130|36.5,-94 37,-91.5
line|Sierra Nevada|50|40,-121 37.5,-119 35.7,-118.3
line|Cascades;Cascade Range|50|49,-121.3 44,-121.8 41,-122
line|Adirondacks;Adirondack Mountains|60|44,-74.3 44.3,-74
line|Atlas Mountains;阿特拉斯山脉|70|31,-8 32.5,-4.5 35,2 36,8
line|Drakensberg|40|-29,29.3 -25,30.5
line|Great Dividing Range|80|-37,148 -33,150.3 -28,152 -20,146.5
line|Southern Alps|40|-45,168 -42.5,172
line|Western Ghats;西高止山脉|40|21,73.8 16,74.2 9,77.2
line|Eastern Ghats|50|20,84 14,79
line|Zagros Mountains;Zagros;扎格罗斯山|80|36,45.5 33,48.5 29,52.5
line|Nile;Nile River;River Nile;the Nile;尼罗河;النيل;Нил|25|31,31 30,31.2 25.7,32.6 22,31.5 18,31.8 15.6,32.5 9.5,31 3.5,31.8 0.4,33.2
line|Amazon River;the Amazon;亚马逊河;Río Amazonas|40|-0.2,-50.5 -2.5,-55 -3.2,-60 -4.2,-70 -4.5,-73.5
line|Congo River;刚果河|30|-6,12.4 -4.3,15.3 0.5,18.5 2,22 0.5,25.2
line|Niger River;尼日尔河|25|5.5,6.5 7.8,6.8 11.5,4.2 13.5,2.1 17,0 16.8,-3 13,-6 11.5,-9
line|Zambezi;Zambezi River|25|-18.8,36.3 -16,32.5 -16.5,28.8 -17.9,25.8 -15,23
line|Danube;Danube River;多瑙河;Donau|25|45.2,29.5 44,26 44.8,20.5 47.5,19 48.2,16.4 48.6,13.5 48.4,10
line|Rhine;Rhine River;莱茵河;Rhein;Rhin|25|51.9,4.5 51.2,6.8 50,8.2 48.6,7.8 47.6,7.6 47.5,9.6
line|Elbe;Elbe River;易北河|20|53.8,9 53.5,10 52.1,11.6 51,13.7 50.2,14.8
line|Seine|20|49.4,0.3 49.4,1.1 48.9,2.3 47.9,4.7
line|Rhone;Rhône|20|43.4,4.8 45.7,4.8 46.2,6.1
line|Thames;River Thames;泰晤士河|10|51.5,0.6 51.5,-0.1 51.4,-1 51.7,-1.7
line|Volga;Volga River;伏尔加河;Волга|30|46,48 48.7,44.5 53,50 55.8,49 56.3,44 58,38.8 57,33
line|Dnieper;Dnipro River;第聂伯河|25|46.6,32.6 48.5,35 50.4,30.5 54.5,30.4
line|Don River|20|47.2,39.5 49.5,42.5 51.5,39.2
line|Yangtze;Yangtze River;Chang Jiang;长江;揚子江|30|31.4,121.5 32,118.7 30.6,114.3 30.7,111.3 29.6,106.5 28.7,104.6 26.5,101.7 30,98.8 33.5,95
line|Yellow River;Huang He;黄河|30|37.8,119 36.7,117 34.9,113.5 34.5,110.3 40.5,110 38.5,106.3 36.1,103.8 35,98
line|Pearl River;Zhu Jiang;珠江|25|22.5,113.6 23.1,113.2 23.4,111.3
line|Huai River;淮河|25|33,119 32.7,117 32.3,114
line|Jinsha River;金沙江|20|28.7,104.6 26.5,102 27,100 30,98.8
line|Min River;岷江|15|28.8,104.6 30.9,103.6 32.6,103.6
line|Jialing River;嘉陵江|15|29.6,106.5 31,106 33,106
line|Songhua River;松花江|20|47.6,132.5 45.8,126.6 43.8,126.6
line|Amur;Amur River;Heilong Jiang;黑龙江流域|30|53,140.5 48.5,135 50.3,127.5 53.3,121.5
line|Mekong;Mekong River;湄公河;澜沧江|30|10,106.5 11.6,104.9 15,105.8 18,102.6 20.3,100.3 24,100 29,98.5
line|Irrawaddy;Ayeyarwady|25|16,95 20,94.7 22,96 25.4,97.4
line|Ganges;Ganga;Ganges River;恒河|30|23.3,90.5 25.3,87 25.6,85.1 25.3,83 26.5,80.3 29.9,78.2
line|Brahmaputra;Brahmaputra River;雅鲁藏布江|30|24,89.8 26.2,91.7 27.8,95.3 29.3,94 29.3,88.9 30.5,82
line|Indus;Indus River;印度河|30|24,67.7 27.7,68.9 32,71 34,72.2 35.5,74.6 34.2,77.6
line|Tigris;Tigris River;底格里斯河|25|30.5,47.8 33.3,44.4 36.3,43.1 37.9,40.2
line|Euphrates;Euphrates River;幼发拉底河|25|30.5,47.8 33.4,43.3 35.3,40.1 36.8,38
line|Jordan River;约旦河|10|31.8,35.55 33.2,35.6
line|Mississippi River;密西西比河|30|29.2,-89.4 30,-90.1 32.3,-90.9 35.1,-90.1 38.6,-90.2 41.5,-90.5 44.9,-93.1 47,-94.8
line|Missouri River;密苏里河|30|38.8,-90.1 39.1,-94.6 41.3,-95.9 44.4,-100.3 47.3,-101.4 48,-105 46,-111.5
line|Ohio River;俄亥俄河|20|37,-89.1 38,-87.5 38.3,-85.8 39.1,-84.5 38.4,-82.4 40.4,-80
line|Colorado River;科罗拉多河|25|32,-114.8 36,-114.7 36.9,-111.5 39.1,-108.6 40.2,-105.9
line|Columbia River|20|46.2,-124 45.6,-122.7 46.2,-119 49,-117.6
line|Rio Grande;Rio Bravo;格兰德河|25|26,-97.2 27.5,-99.5 29.5,-102.5 31.8,-106.5 35,-106.7 37.5,-106
line|Hudson River|10|40.7,-74 42.6,-73.7 43.5,-73.7
line|Potomac;Potomac River|10|38.2,-76.5 38.9,-77.1 39.6,-78
line|St. Lawrence River;Saint Lawrence River;圣劳伦斯河|25|48.5,-68.5 46.8,-71.2 45.5,-73.5 44.2,-76.4
line|Orinoco|30|8.8,-61.5 7.8,-65 4,-67.8
line|Parana River;Paraná River|30|-34,-58.5 -31.7,-60.5 -27.4,-56 -22,-52.5
line|Murray River|20|-35.4,139 -34.2,142 -36,147
line|Great Lakes;五大湖|120|46.5,-91 47,-86 44,-86.5 45,-83 42.2,-81 43.6,-77.5
area|Lake Superior|0|46.7,-92 48.8,-88 47,-84.7 46.5,-87
area|Lake Michigan|0|46,-86 45.7,-85 41.7,-87 42.5,-87.8 45,-87.5
area|Lake Huron|0|46,-84 46,-81 43,-82 44,-83.3
area|Lake Erie|0|42.9,-79 42.6,-81.5 41.5,-83 41.4,-82 42.3,-79.5
area|Lake Ontario|0|44,-76.5 43.8,-79.3 43.2,-79.5 43.3,-76.3
area|Lake Victoria;维多利亚湖|0|0.3,32 0,34.3 -2.5,33 -2,31.7
area|Lake Baikal;贝加尔湖;Байкал|0|55.7,109.5 53.5,109 51.5,104.2 52,104.5
area|Aral Sea;咸海|0|46.5,59 45.5,61.5 43.7,59.5 44.5,58.3
area|Dead Sea;死海|0|31.8,35.5 31.2,35.6 31.1,35.4
area|Sahara;Sahara Desert;撒哈拉;撒哈拉沙漠|0|29,-9 31,0 31,10 29,25 29,32 19,37 16,30 16,0 18,-15 25,-14
area|Sahel;萨赫勒|0|17,-16 17,0 17,20 16,36 12,36 11.5,15 12,0 13,-16
area|Horn of Africa;非洲之角|0|17,38 12,43.5 12,51.3 2,46 4,39 8,35
area|Maghreb;马格里布|0|36,-6 37.3,10 33,12 25,15 21,-16 28,-12
area|Sub-Saharan Africa;sub-Saharan Africa;撒哈拉以南非洲|0|16,-17 16,38 11,51 -26,33 -35,20 -18,11 4,8 4,-8
area|Kalahari;Kalahari Desert|0|-20,20 -19,25 -26,24 -27,20
area|Namib Desert|0|-17,12 -17,13 -27,16 -27,15
area|Gobi;Gobi Desert;戈壁|0|46,96 45,110 41,110 40,100 42,96
area|Taklamakan;Taklamakan Desert;塔克拉玛干沙漠|0|41,78 41,88 37,88 37,78
area|Tibetan Plateau;Qinghai-Tibet Plateau;青藏高原|0|38,76 39,95 37,103 28,101 28,90 33,78
area|Loess Plateau;黄土高原|0|40,104 40,112 34.5,112 35,104
area|Sichuan Basin;四川盆地|0|32,104 31.5,107.5 29,107 28.7,103.8
area|North China Plain;华北平原|0|40,115.5 39,119 34,119 33,114
area|Pearl River Delta;珠江三角洲;珠三角|0|23.5,112.5 23.3,114.3 22,114 22,112.5
area|Yangtze River Delta;长三角;长江三角洲|0|32.5,118.5 32.5,122 30,122 30,119
area|Northeast China;Manchuria;东北地区|0|53,121 48,135 42,131 39,122 42,119
area|Kashmir;克什米尔;कश्मीर;کشمیر|0|36.8,73.5 36,78 33,79.5 32.5,75 34,73.3
area|Kurdistan;库尔德斯坦|0|38.5,39 39,44 36,46.8 34.5,46 35.5,43 37,38.5
area|Gaza Strip;Gaza;加沙;加沙地带;غزة;עזה|0|31.6,34.5 31.5,34.56 31.22,34.27 31.32,34.22
area|West Bank;约旦河西岸;الضفة الغربية|0|32.55,35.2 32.4,35.55 31.5,35.5 31.35,35 32,34.97
area|Golan Heights;戈兰高地|0|33.3,35.75 33.1,35.9 32.7,35.8 32.8,35.65
area|Sinai;Sinai Peninsula;西奈半岛|0|31.2,32.4 31.2,34.2 29.5,34.9 27.8,34.3 29.9,32.6
area|Middle East;the Middle East;Mideast;中东;Oriente Medio;Moyen-Orient;Nahost;الشرق الأوسط;Ближний Восток;中東|0|42,26 41.5,45 37,55 25,61.5 22.5,60 16.5,53 12.5,44 22,37 22,25 31.5,25
area|Near East|0|42,26 41.5,45 33,45 29,35 31.5,25
area|Levant;黎凡特|0|37,36 37,42 32,39 29.5,35 31.3,34.2
area|Arabian Peninsula;阿拉伯半岛|0|32,37 30,48 24,56.5 22,60 13,45 20,39
area|Anatolia;安纳托利亚|0|41.5,27 41.5,41 37,42 36.3,30
area|Balkans;the Balkans;Balkan Peninsula;巴尔干;巴尔干半岛;Balkan|0|46,14 45,19 44,28.5 41,28.5 37,22.5 40,19.5 44,15
area|Scandinavia;斯堪的纳维亚;Skandinavien|0|71,26 65,31 59,25 55,14 54.6,9 58,6 63,8
area|Baltic States;Baltics;the Baltics;波罗的海国家|0|59.6,23 59.5,28 55,27 54,23 55.5,21 58,22
area|Iberian Peninsula;Iberia;伊比利亚半岛|0|43.7,-9 43.3,3 36.7,-2 36,-6 37,-9
area|British Isles;不列颠群岛|0|60.8,-1 52.5,1.8 50,-5.7 51.4,-10.5 58,-8
area|Siberia;西伯利亚;Сибирь|0|72,68 76,105 72,140 50,140 50,90 55,68
area|Russian Far East;Far East;远东|0|72,140 66,-179.9 55,162 43,131 50,128
area|Crimea;Crimean Peninsula;克里米亚;Крым|0|46.1,33.6 45.4,36.6 44.4,34 45.3,32.5
area|Donbas;Donbass;顿巴斯;Донбасс|0|50,38 49.5,40 47.2,38.3 47,36.8
area|North Caucasus;北高加索|0|45,38 44,47 42,48 42.7,43 43.6,40
area|Transylvania|0|47.5,22.5 47.2,25.5 45.6,25.7 45.6,22.7
area|Lapland|0|70,20 70,30 66.5,29 66,17
area|Patagonia;巴塔哥尼亚|0|-38,-71 -40,-62 -52,-68 -55,-66 -52,-74
area|Amazon Basin;Amazonia;Amazon rainforest;亚马逊雨林|0|3,-72 3,-52 -3,-48 -12,-52 -14,-66 -8,-75
area|Latin America;拉丁美洲;拉美;América Latina|0|32,-117 26,-97 20,-87 22,-75 10,-60 -8,-34 -35,-55 -55,-66 -50,-75 -18,-72 -4,-81 15,-96
area|Midwest;the Midwest;Midwestern United States|0|49,-104 49,-90 46,-84 41,-80.5 37,-89 36,-95 37,-102
area|New England;新英格兰|0|45,-71.5 47.4,-69 44.8,-67 41.2,-70 41,-73.6 45,-73.3
area|Pacific Northwest|0|49,-124.5 49,-116 42,-116 42,-124.3
area|West Coast;U.S. West Coast;美国西海岸|0|48.5,-124.7 48,-121 38,-120 32.5,-116.5 34.5,-120.6 40.4,-124.4
area|East Coast;Eastern Seaboard;美国东海岸|0|45,-67 43,-71.5 39,-77.5 31,-82 25.5,-80.5 35.2,-75.5 41.5,-70
area|Gulf Coast|0|30,-81.7 31,-88 31,-95 28,-97.5 26,-97.2 29,-94.5 29,-89 29.5,-83.5
area|Deep South|0|35,-94 35,-83 30.5,-82 29.2,-90 31,-94
area|Great Plains|0|49,-104 49,-97 33,-97 33,-103
area|Bay Area;San Francisco Bay Area;San Francisco Bay;旧金山湾区|0|38.6,-122.9 38.4,-121.7 37,-121.4 37.1,-122.4
area|Silicon Valley;硅谷|0|37.6,-122.3 37.5,-121.9 37.2,-121.7 37.2,-122
area|Southern California;SoCal|0|35.8,-121 35.8,-115.7 32.6,-114.6 32.6,-117.3 34.4,-120.6
area|Northern California|0|42,-124.2 42,-120 38,-119.5 36.8,-121.8 38.3,-123
area|Central Valley|0|40.3,-122.5 39.5,-121.5 35,-118.7 35.3,-119.8
area|Long Island;长岛|0|40.9,-73.8 41.2,-72.2 41,-71.9 40.5,-74
area|Cape Cod|0|41.8,-70.6 42.1,-70.2 41.7,-69.9 41.5,-70.6
area|Hudson Valley|0|42.7,-74.2 42.7,-73.5 41,-73.7 41,-74.3
area|Florida Keys|0|25.3,-80.3 24.5,-81.8 24.6,-82 25.1,-80.5
area|Chesapeake Bay|0|39.5,-76.1 37,-75.9 36.9,-76.3 38.9,-76.5
area|Puget Sound|0|48.4,-122.8 47.9,-122.2 47.1,-122.5 47.3,-123
area|Tampa Bay|0|28.1,-82.8 28,-82.4 27.5,-82.5 27.6,-82.8
area|Upper Peninsula|0|47.4,-88 46.5,-84.3 45.2,-87.6 46.4,-90.3
area|Maritimes;Maritime Provinces|0|48,-68.5 47,-60 43.4,-65.5 45,-67.3
area|Yucatan Peninsula;Yucatán Peninsula;尤卡坦半岛|0|21.5,-90.3 21.5,-86.8 17.8,-88 18.5,-91.5
area|Korean Peninsula;朝鲜半岛;한반도|0|42.5,130.5 38.5,128.5 35,129.3 34.3,126.3 38,124.7 40,124.3
area|Indian subcontinent;印度次大陆|0|35,74 28,97 22,92 8,77.5 24,67
area|Indochina;中南半岛|0|23,98 23,106 11,109 8.7,104.8 13,99
area|Greater China;大中华区|0|50,87 53,122 22,122 18,110 28,90
area|Malay Peninsula|0|7,99.8 6,102.3 1.4,104.2 2.5,101.5
area|Borneo;婆罗洲|0|7,117 4,118.5 -3.5,116.3 -3.3,111 1.5,109 5,115
area|Sumatra;苏门答腊;苏门答腊岛;Sumatera|0|5.7,95.3 0,104 -5.8,105.8 -5,104 1,98
area|Java;爪哇;爪哇岛;Jawa|0|-5.9,106 -6.5,111 -8.5,114.5 -7.8,109 -6.9,105.3
area|Sulawesi;苏拉威西|0|1.6,125 0.5,120.5 -5.5,120.4 -5,119.4 0.8,119.8
area|New Guinea;新几内亚|0|-0.5,131 -2.5,141 -6,147.5 -10.5,150.5 -8,143 -5,135
area|Luzon;吕宋岛|0|18.6,120.6 18.5,122.2 14,124 12.6,124 13.6,120.7 16.3,119.8
area|Visayas;米沙鄢|0|12.5,124 12.2,125.5 10,125.3 9,123 10.5,122 12,122
area|Mindanao;棉兰老岛|0|9.8,125.5 7,126.6 5.6,125.4 7,122 8.6,123.4
area|Honshu;本州;本州岛|0|41.5,141 38,141.5 35.2,140.8 33.5,135.8 34,131 36.5,136.7 39.8,139.8
area|Kyushu;九州;九州岛|0|33.9,131 32.8,132 31,131 31.3,130.2 33.4,129.6
area|Shikoku;四国|0|34.4,134.4 33.3,134.2 32.8,133 33.4,132.1
area|Okinawa Islands;Ryukyu Islands;琉球群岛|0|28.5,129.6 26,128.3 24.2,123 24.5,124.5
area|Kuril Islands;千岛群岛|0|51,156.5 46,152 43.6,146.3 44,145.5
area|Spratly Islands;南沙群岛|0|11.5,114 10,117 7,113 9,111.5
area|Paracel Islands;西沙群岛|0|17.2,111.2 17,112.9 15.7,111.5
area|Diaoyu Islands;Senkaku Islands;钓鱼岛;尖閣諸島|0|25.95,123.4 25.95,124.6 25.7,124.5 25.7,123.4
area|Sicily Channel;Strait of Sicily|0|37.5,11.2 37.3,13 36,12.5 36.5,11
area|Antilles;Lesser Antilles|0|18.5,-65 16,-60.5 11,-60.5 12,-62.5
area|West Indies|0|26,-79 20,-70 11,-60 12,-70 20,-85
area|Hispaniola|0|20,-73 19.5,-69.5 18.2,-68.4 17.8,-71 18.3,-74.4
area|Galapagos;Galapagos Islands;Galápagos Islands|0|0.7,-91.6 0.5,-89.3 -1.4,-89.3 -1,-91.6
area|Outback;Australian Outback|0|-17,125 -17,142 -31,142 -31,120
area|Great Barrier Reef;大堡礁|0|-10.7,143 -14.5,145.8 -24,152.8 -21,150 -16.5,145.5
area|Three Gorges;Three Gorges Dam;三峡|0|31.2,109.4 31,111.3 30.6,111.3 30.8,109.4
area|Bohai Rim;环渤海|0|40.5,116 41,122 37,122.5 36.5,117
`

const KM_PER_DEGREE = 111.2

export function addPhysicalRegions(writer: GazetteerWriter): void {
  for (const line of REGIONS.split('\n')) {
    const [kind, names = '', width = '0', path = ''] = line.split('|')
    if (!kind) continue
    const points = path.split(' ').map((pair) => pair.split(',').map(Number) as [number, number])
    const [name = '', ...others] = names.split(';')
    const ring = kind === 'area' ? points : ribbon(points, Number(width))
    const middle = kind === 'area' ? centre(points) : (points[Math.floor(points.length / 2)] ?? [0, 0])
    const row = writer.add({
      id: { kind: 'ne', value: name.toLowerCase().replace(/[^a-z]+/g, '-') },
      name,
      level: 'region',
      lat: middle[0],
      lon: middle[1],
      population: 0,
      country: '',
      parent: -1,
    })
    for (const other of others) writer.addName(row, other, 'other')
    writer.addOutline(row, [ring.flatMap(([lat, lon]) => [hundredths(lon), hundredths(lat)])])
  }
}

/** A band of `width` kilometres on either side of a line: out along the left, back along the right. */
function ribbon(points: readonly (readonly [number, number])[], width: number): [number, number][] {
  const left: [number, number][] = []
  const right: [number, number][] = []
  points.forEach(([lat, lon], i) => {
    const [lat1, lon1] = points[Math.max(0, i - 1)] ?? [lat, lon]
    const [lat2, lon2] = points[Math.min(points.length - 1, i + 1)] ?? [lat, lon]
    const narrow = Math.cos((lat * Math.PI) / 180)
    const dx = (lon2 - lon1) * narrow
    const dy = lat2 - lat1
    const length = Math.hypot(dx, dy) || 1
    const offLat = (dx / length) * (width / KM_PER_DEGREE)
    const offLon = ((-dy / length) * (width / KM_PER_DEGREE)) / narrow
    left.push([lat + offLat, lon + offLon])
    right.push([lat - offLat, lon - offLon])
  })
  return [...left, ...right.reverse()]
}

function centre(points: readonly (readonly [number, number])[]): [number, number] {
  const lat = points.reduce((sum, point) => sum + point[0], 0) / points.length
  const lon = points.reduce((sum, point) => sum + point[1], 0) / points.length
  return [lat, lon]
}
