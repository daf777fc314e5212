#include "tools/instance_list.hpp"

#include <scrump/problems/graph/format.hpp>
#include <scrump/problems/graph/graph_file.hpp>
#include <scrump/problems/knapsack/instance.hpp>
#include <scrump/problems/petri/pnml.hpp>
#include <scrump/problems/sokoban/xsb.hpp>
#include <scrump/problems/tsp/tsplib.hpp>
#include <scrump/states/diagrams/model_file.hpp>

namespace scrump::cli {
namespace {

// clang-format off

constexpr ListedInstance dimacs_cliques[] = {
    {"brock200_1.clq", "maxclique brock200_1.clq", "200 vertices, 14834 edges", "21", "brock200_1.clq",
     {"8e0607eec7f9ac979fcb1737059ce1b113001a40a8177e454d10f9910fb4d921"}},
    {"brock200_2.clq", "maxclique brock200_2.clq", "200 vertices, 9876 edges", "12", "brock200_2.clq",
     {"75658ed5e1c683344ef78a8b65f4bb354704bf2ddd5163df60e4b37f6b1e6adb",
      "9f6b96eb6178dce0ffaf4afe4bc15f26d364cf1e7dcc9085f88b45d4d8c1c7e3"}},
    {"brock200_4.clq", "maxclique brock200_4.clq", "200 vertices, 13089 edges", "17", "brock200_4.clq",
     {"f49efff265666a41f4aec01182a31f7f0dac08c94a7899a41eace98985ead312",
      "a09a357c861dceb8812155f3c3639d8ca48b3c452514b39734d13ea950c0b041"}},
    {"brock400_4.clq", "maxclique brock400_4.clq", "400 vertices, 59765 edges", "33", "brock400_4.clq",
     {"129f1dd2c1db48049369a1a16315afcb162c16dceb3ed45060ccb9f2dc49aa94",
      "5f96e40e04bf166af1f7d445345cc0ce42520360c50366cafa272c1971daebaf"}},
    {"brock800_2.clq", "maxclique brock800_2.clq", "800 vertices, 208166 edges", "", "brock800_2.clq",
     {"50cb5d5b425eae894900bdfe1d52040d51e86b3879bd46882d6b9235973cf043"}},
    {"brock800_4.clq", "maxclique brock800_4.clq", "800 vertices, 207643 edges", "26", "brock800_4.clq",
     {"76ee4f95470bfe60f8e2b196c74b063c77548eed3cea95ab32ea729880dcf6d3",
      "c00220d8fcc73ded10d0ce170586c6e18fec2f8cfbc3c107968122c410ae7db4"}},
    {"C125.9.clq", "maxclique C125.9.clq", "125 vertices, 6963 edges", "34", "C125.9.clq",
     {"546f576d40edfe21e1f5c602e57cc1483b0e2fe9e3e3f9cff25659d7d4be1ad7",
      "97d51479cdf486e3f8cefd17cc8b071a8c49472bb34fdecc70805c99d23ddd3b"}},
    {"gen200_p0.9_55.clq", "maxclique gen200_p0.9_55.clq", "200 vertices, 17910 edges", "55", "gen200_p0.9_55.clq",
     {"14905b0aded564fbba9a770377c3c986452506f92a4341f326031afd9c467502",
      "c4b4dbaddb237447d6d4215b0f61e477a71fbe6d7cd5ba13de83f5be0460bde5"}},
    {"hamming8-4.clq", "maxclique hamming8-4.clq", "256 vertices, 20864 edges", "16", "hamming8-4.clq",
     {"e1b7e746eb1a81de6e6b5646f12b652051d1fc5ccc4d42ee5447f1f25389be04",
      "13ff98d2ef0de6f8e0776f2fa0ea5a2966b3c08d750bcfc3845d52863983d745"}},
    {"keller4.clq", "maxclique keller4.clq", "171 vertices, 9435 edges", "11", "keller4.clq",
     {"9b8e4e71b3057b625ab00e748128f916ce8301bb05acc4163a9152a863feecda",
      "9ee292d28ed192c997a2ac22d1322f92c904821717257b04f69f22a3049ea311"}},
    {"MANN_a27.clq", "maxclique MANN_a27.clq", "378 vertices, 70551 edges", "126", "MANN_a27.clq",
     {"371ab170a97effeeeb222bcf854558f6c7ab382b865d82d710471c8d93a39fac",
      "49b42c3226f262990b8182cc03f2578bf30e4d4baf59208bafc6bd4b5e1d8dcd"}},
    {"p_hat300-1.clq", "maxclique p_hat300-1.clq", "300 vertices, 10933 edges", "8", "p_hat300-1.clq",
     {"0bc25665fac1dd825fa0c0f3288c76770396b11eb761a62f4d07dd51db7af93a",
      "265c37bcda9cb208b2bc2bc926bc1e1827d686dcc2d3f8e587087917776efcf4"}},
    {"p_hat300-3.clq", "maxclique p_hat300-3.clq", "300 vertices, 33390 edges", "36", "p_hat300-3.clq",
     {"00c9fd9017c41ba3f4d15103d2c104bbb13097427e485b879121cf7a4d435f00",
      "e7bfc5fcefba4de10b6834c70554eb26ac29d7af40641cc930447618e0aac571"}},
    {"p_hat700-1.clq", "maxclique p_hat700-1.clq", "700 vertices, 60999 edges", "11", "p_hat700-1.clq",
     {"b9f204561f411d87995750653dad47d0c471c6ace9d882c0143abfb74c571559",
      "c73feaa5121ef6f6f93526c281f100719fbfc70a272bcfa5898a3b469773bda2"}},
};

constexpr ListedInstance dimacs_colourings[] = {
    {"DSJC125.1.col", "colouring DSJC125.1.col", "125 vertices, 736 edges", "", "DSJC125.1.col",
     {"5f796d4e7c395d5817e144e9f8a638c132688f0acea7418875d9070e0c0a7d7e"}},
    {"DSJC125.5.col", "colouring DSJC125.5.col", "125 vertices, 3891 edges", "", "DSJC125.5.col",
     {"86c44d3da8aa58a544b58ef3b248ff342fcd37d04f3aaea11eb793251f69a746"}},
    {"le450_5a.col", "colouring le450_5a.col", "450 vertices, 5714 edges", "", "le450_5a.col",
     {"a39058fbffffa5220e7c70e64403196b0be19ec859d7d29a105738bf80785490"}},
    {"miles500.col", "colouring miles500.col", "128 vertices, 1170 edges", "", "miles500.col",
     {"1c2bdc5deffcb265663ef20c81baeea921cf5c2ea18fbfa4aa906d14f90fc473"}},
    {"myciel5.col", "colouring myciel5.col", "47 vertices, 236 edges", "", "myciel5.col",
     {"ed37347e72cac98bef064bf5a39ff2881f47cb2121e3fb8bad3ac68bc175a530"}},
    {"queen8_8.col", "colouring queen8_8.col", "64 vertices, 728 edges", "", "queen8_8.col",
     {"1579f7e1cf2d5ab7a0bdd1682a4dad3131084dca54c4690547383dbf44731948"}},
    {"school1.col", "colouring school1.col", "385 vertices, 19095 edges", "", "school1.col",
     {"6e1ed2fe10d04c46cff6dd62506f2deffedce47e310400d37d3d5f7bfc20db2f"}},
};

constexpr ListedInstance lv_graphs[] = {
    {"g2.lad", "sip --induced --count g2.lad g20.lad", "10 vertices, 10 edges", "10456800", "g2",
     {"454a0bd3d4fc0de331534e826b065f104306e0d776f0b299d17a0656f94111b7"}},
    {"g5.lad", "sip g5.lad g25.lad", "11 vertices, 20 edges", "yes", "g5",
     {"5560e0c319a34f3eececb26f4709925afb75e9dea39b2230e82b89239cb3cb3c"}},
    {"g7.lad", "sip g7.lad g30.lad", "20 vertices, 100 edges", "no", "g7",
     {"cedd1d2d81d17317db3bf912d215148bb3e1a61fef4721c2066de6dfcbee67f6"}},
    {"g8.lad", "sip g8.lad g23.lad", "30 vertices, 62 edges", "no", "g8",
     {"393f7b31a52af2307d4c61cd4d745f39cd8988217b8c538e387a56fdc36d6ef2"}},
    {"g10.lad", "sip g10.lad g20.lad", "41 vertices, 80 edges", "yes", "g10",
     {"79e21a1652d467442b29ee30ae61e2215cbd51ce83835fec9b454c765d4197fd"}},
    {"g18.lad", "sip g18.lad g31.lad", "64 vertices, 128 edges", "yes", "g18",
     {"678e4158fd0643a627434669f9236847b24fe01ed71ae6ee6473df8b72352952"}},
    {"g20.lad", "sip g7.lad g20.lad", "64 vertices, 728 edges", "no", "g20",
     {"cc2280977f63f1a4afd854022e71fa5d1a4e3894b29ca9724d88ccaf8a73799a"}},
    {"g23.lad", "sip g8.lad g23.lad", "73 vertices, 283 edges", "no", "g23",
     {"31766bd846ff887b56921d295f00a3c19116d3f0cb75c785d097207843de1a55"}},
    {"g25.lad", "sip g5.lad g25.lad", "75 vertices, 114 edges", "yes", "g25",
     {"742379e9da4dca971a981802eee6d8f4ea127043b3eecda4f48036abc1ba2a13"}},
    {"g30.lad", "sip g10.lad g30.lad", "100 vertices, 899 edges, 8 loops", "yes", "g30",
     {"6ce6d9feb41bb631f464daa425ba46f4121ea42ba87b91d86678297883830ba2"}},
    {"g31.lad", "sip g18.lad g31.lad", "100 vertices, 1000 edges", "yes", "g31",
     {"9e10183cc8253bdd714cb55943a93796a5b723b0f39ba04aa7479617cc9ba2c2"}},
    {"g35.lad", "sip g5.lad g35.lad", "120 vertices, 317 edges", "no", "g35",
     {"3bba88de77029f1ff92f72b0a9825cd74069e8dee0e43e9dfa68751a4bbb4475"}},
};

constexpr ListedInstance pisingers_knapsacks[] = {
    {"knapPI_1_100_1000_1.kp", "knapsack knapPI_1_100_1000_1.kp", "100 items", "9147", "knapPI_1_100_1000_1",
     {"bf4a5bdb6b995e06349e03ef1cd16c6bb093de490bc1048dc51d4d2a9c259e14",
      "8773185f4ede829e02ba97e385f82c7ab65a1ac9552aab62f2ddd5a35f08bc49"}},
    {"knapPI_1_200_1000_1.kp", "knapsack knapPI_1_200_1000_1.kp", "200 items", "11238", "knapPI_1_200_1000_1",
     {"220d0e71e6d5a185c7a062c85dc00b6c0ed4e3248d4d509d60ba8e5ae54c0c0e",
      "e9bc4533185bc30d2263f8550379e0f8ffa63b06644d5d7e33966e9ff532b73a"}},
    {"knapPI_1_500_1000_1.kp", "knapsack knapPI_1_500_1000_1.kp", "500 items", "28857", "knapPI_1_500_1000_1",
     {"8028835462e784d5a1f405662c56120b321fff5b13f22c4cd617fe0e4da82acb",
      "44ddd71d5a5a529c8320bb934a5b0034077b49c930767a7014049faa9e42af71"}},
    {"knapPI_1_1000_1000_1.kp", "knapsack knapPI_1_1000_1000_1.kp", "1000 items", "54503", "knapPI_1_1000_1000_1",
     {"3a844a3dc0fcf7776d5a41f7d329939e47cafef8d3524191b8c886cd836a6f62",
      "ea01689420c59d7a8663c4939ba5760f913fcc08a6dbf44a1a60a4ce0bf3c99c"}},
    {"knapPI_2_100_1000_1.kp", "knapsack knapPI_2_100_1000_1.kp", "100 items", "1514", "knapPI_2_100_1000_1",
     {"7f6089e5ad4d0016434906020987bbe745942ab972379dcbe838f8ada2c94a9b",
      "ed3cedda6aaa910bf05bbc6cd95e6906f11285c804f99f77974da9d5468f2f44"}},
    {"knapPI_2_200_1000_1.kp", "knapsack knapPI_2_200_1000_1.kp", "200 items", "1634", "knapPI_2_200_1000_1",
     {"d3307d740adebc7f6f285ef45e9b9623b343d670cfa2487e2ece17733e43a501",
      "33ee6ee40c409e63553c5978be119f41e55dfdaa06b61c9a55b6d60b91bd2b7a"}},
    {"knapPI_2_500_1000_1.kp", "knapsack knapPI_2_500_1000_1.kp", "500 items", "4566", "knapPI_2_500_1000_1",
     {"3e69175ddaf70c7a2307ab74ba92b78c2c126ac4fc62c3efce993e2febe5c5d6",
      "42f2cd7a739d2c347e4db7c5677a4be06540796043924bffabb70afecbd3cd7d"}},
    {"knapPI_2_1000_1000_1.kp", "knapsack knapPI_2_1000_1000_1.kp", "1000 items", "9052", "knapPI_2_1000_1000_1",
     {"ab2a7345f2a63b34dee9feaff8aa97db70e0d6803430f0829d77f935d57e9bb4",
      "f01385ed248dabb211f5cf844431e0ab0e3c1d3d2f3b61115e06273436a69e76"}},
    {"knapPI_3_100_1000_1.kp", "knapsack knapPI_3_100_1000_1.kp", "100 items", "2397", "knapPI_3_100_1000_1",
     {"98ddbf7e32dafccb7f2f1eebd6f7e65a46872e2900ce98ace54786fcc8247e0b",
      "5a820ea65f530ae5a2810312a036ee49911fc2a30d04298444e3e33341e8adcc"}},
    {"knapPI_3_200_1000_1.kp", "knapsack knapPI_3_200_1000_1.kp", "200 items", "2697", "knapPI_3_200_1000_1",
     {"280ebd05d41718f4dad95af8b586a02256b59d2dd51a63f2454b05cd39cbf23b",
      "bd43d01365add4ee9b2ec27d11756b5edd28ed070cb319a4dda4caff849313d3"}},
    {"knapPI_3_500_1000_1.kp", "knapsack knapPI_3_500_1000_1.kp", "500 items", "7117", "knapPI_3_500_1000_1",
     {"2ff97564e5d3f88a131f4451749f70cfe914f6114fb3ae46f59fbaa5bc632d5d",
      "e1de27c07c0f2301d80f6c4b93fd7b9fca45ee2ea2cca3c475997497a52d3df0"}},
    {"knapPI_3_1000_1000_1.kp", "knapsack knapPI_3_1000_1000_1.kp", "1000 items", "14390", "knapPI_3_1000_1000_1",
     {"d5d59c86e1920b0beba9bdebb861efc0543c22653f772231ea837b4abf3d54a2",
      "a4e273e6ae48c2211394d6aa41940fae9d87397e8e824634bb888e5b1379823e"}},
};

constexpr ListedInstance tsplib_tours[] = {
    {"burma14.tsp", "tsp burma14.tsp", "14 cities", "3323", "burma14.tsp",
     {"c2f10b100ad1a00bba19094e33ab3c05fb50203352151e23252eba6f85d5c3e7"}},
    {"ulysses16.tsp", "tsp ulysses16.tsp", "16 cities", "6859", "ulysses16.tsp",
     {"46064545dbb24b7f53b9b26802b422a903d92bc51ab835a73ec15733ab3cac46"}},
    {"att48.tsp", "tsp att48.tsp", "48 cities", "10628", "att48.tsp",
     {"7a7b04423c4463e873ec5d1f0592ad4a5cba168018e3f4edfd7f7e541fde03ac"}},
    {"eil51.tsp", "tsp eil51.tsp", "51 cities", "426", "eil51.tsp",
     {"66c05ad077ffd64d5778e358bbd16be049f8c8ae880cbd24f034487331d1ccce"}},
    {"berlin52.tsp", "tsp berlin52.tsp", "52 cities", "7542", "berlin52.tsp",
     {"8496a5838133e3c3eb25a9fa8893b1ac302593fc8dc325350643a0cabd8abadc"}},
    {"st70.tsp", "tsp st70.tsp", "70 cities", "675", "st70.tsp",
     {"60c09e8886609bf22d6dc699fe7d7aa1924207d084578aad1a377ec65cf15b1b"}},
    {"kroA100.tsp", "tsp kroA100.tsp", "100 cities", "21282", "kroA100.tsp",
     {"e103100c1cf31dfc06be95a9d04011b5a8753bb65a3339594ca34404e574bdf5"}},
};

constexpr ListedInstance sylvan_models[] = {
    {"anderson.4.sylvan.bdd", "reach anderson.4.sylvan.bdd", "13 entries", "29641", "anderson.4.bdd",
     {"75b947e52da92748a0f4e76f27a473501cb3916c3b2b854212f796d35feee27f"}},
    {"bakery.4.sylvan.bdd", "reach bakery.4.sylvan.bdd", "15 entries", "157003", "bakery.4.bdd",
     {"87672aa55cc95af0fc2d4972e7fd817176df4efd99a3160b554c4edb081b9c22"}},
    {"collision.4.sylvan.bdd", "reach collision.4.sylvan.bdd", "22 entries", "41465543", "collision.4.bdd",
     {"5a0874863758d5d52e585bbb51b5ba3ec2764773116a7d038c4c6dd9d3239b23"}},
    {"lifts.6.sylvan.bdd", "reach lifts.6.sylvan.bdd", "36 entries", "333649", "lifts.6.bdd",
     {"774571fb39a0b248936ec49300d697f47bd0ba48a9ce5657228dc93298f5fdeb"}},
    {"schedule_world.2.sylvan.bdd", "reach schedule_world.2.sylvan.bdd", "28 entries", "1570340", "schedule_world.2.bdd",
     {"34bfeedc4ee18970706e57a2d39d5611e8a6122cb3fa0d8c3443cd45d2df1732"}},
};

constexpr ListedInstance distbdd_models[] = {
    {"anderson.6.4.distbdd.bdd", "reach anderson.6.4.distbdd.bdd", "19 entries", "18206917", "anderson.6.4-rgs.bdd",
     {"882283e65f8dbf9ac0bf3984d0427d858d1ac23080c8dce4df3a413ef36c2cd9"}},
    {"at.5.8.distbdd.bdd", "reach at.5.8.distbdd.bdd", "14 entries", "31999440", "at.5.8-rgs.bdd",
     {"16db0f7202189fbce9d609b73f0deb741f389caa7d0383f5bfb0910ac5c42de6"}},
    {"collision.4.9.distbdd.bdd", "reach collision.4.9.distbdd.bdd", "22 entries", "41465543", "collision.4.9-rgs.bdd",
     {"1d3b09f49c3a55c053dccd5d9c9119024bd5ad689b43901c49b288038b3c0d5b"}},
    {"schedule_world.2.8.distbdd.bdd", "reach schedule_world.2.8.distbdd.bdd", "28 entries", "1570340", "schedule_world.2.8-rgs.bdd",
     {"d40937817dba9d6a6cb040640f1703e3a7c53e28f943f2c36a660da4b736037f"}},
};

constexpr ListedInstance microban_levels[] = {
    {"Microban_II.txt", "explore sokoban Microban_II.txt --level 1", "135 levels", "", "Microban%20II.txt",
     {"5a811176a0e65720ca0fb0c920c75f23e6e13427f7fbed50455501904d60d608"}},
    {"Microban_III.txt", "explore sokoban Microban_III.txt --level 1", "101 levels", "", "Microban%20III.txt",
     {"e8d29776671079a1b97feb6a246e054d8f5ccfe3cd272acd98ec4c4ffa370fd7"}},
};

constexpr ListedInstance contest_nets[] = {
    {"Philosophers-PT-000010.pnml", "explore pnml Philosophers-PT-000010.pnml", "", "", ""},
};

// clang-format on

void read_graph(const std::string& text, const std::string& name) {
    static_cast<void>(graph::parse_graph(text, graph::detect_format(text, name), {.name = name}));
}

void read_tour(const std::string& text, const std::string& name) {
    static_cast<void>(tsp::parse_tsplib(text, name));
}

void read_knapsack(const std::string& text, const std::string& name) {
    static_cast<void>(knapsack::parse(text, name));
}

void read_diagrams(const std::string& text, const std::string& name) {
    static_cast<void>(read_model(text, name));
}

void read_levels(const std::string& text, const std::string& name) {
    static_cast<void>(sokoban::parse_xsb(text, name));
}

void read_net(const std::string& text, const std::string& name) {
    static_cast<void>(petri::parse_pnml(text, name));
}

// Addresses at GitHub name a commit, so that what is there stays as it is: what the checksums say.
// clang-format off
constexpr InstanceCollection collections[] = {
    {"dimacs-cliques", "graphs of the second DIMACS challenge",
     "https://iridia.ulb.ac.be/~fmascia/maximum_clique/DIMACS-benchmark",
     {"https://raw.githubusercontent.com/drinkertea/Max-clique-finding-using-CPLEX/3c20bf331838689e529e6e1014bb54b156743acc/graphs/{}",
      "https://iridia.ulb.ac.be/~fmascia/files/DIMACS/{}"},
     read_graph, dimacs_cliques},
    {"dimacs-colourings", "graphs to colour of the second DIMACS challenge",
     "https://mat.tepper.cmu.edu/COLOR/instances.html",
     {"https://raw.githubusercontent.com/BartMassey/instances/83b4e11b5d83bcf44feb628d1e4f7a994de0a0cf/{}"},
     read_graph, dimacs_colourings},
    {"lv", "the LV graphs of Solnon's benchmarks of subgraphs",
     "https://perso.liris.cnrs.fr/christine.solnon/SIP.html",
     {"https://raw.githubusercontent.com/ciaranm/cp2015-subgraph-isomorphism/25e60141aa9bfb1e87d4326409e0421b17f93957/instances/LV/{}"},
     read_graph, lv_graphs},
    {"pisinger", "Pisinger's knapsacks of classes 1, 2 and 3",
     "http://hjemmesider.diku.dk/~pisinger/codes.html",
     {"https://raw.githubusercontent.com/dnlfm/knapsack-01-instances/bfab27c480c51116dbf01366036ba2fd648e2660/pisinger_instances_01_KP/large_scale/{}",
      "https://raw.githubusercontent.com/xgillard/ddo/3b39798874b66ac965a0ce915c6f21f562ebaa6e/resources/knapsack/{}"},
     read_knapsack, pisingers_knapsacks},
    {"tsplib", "TSPLIB, Reinelt's tours",
     "http://comopt.ifi.uni-heidelberg.de/software/TSPLIB95/",
     {"https://raw.githubusercontent.com/mastqe/tsplib/775541365dc3f7f3cd6faa8d0e206036d2c45e0e/{}",
      "http://comopt.ifi.uni-heidelberg.de/software/TSPLIB95/tsp/{}.gz"},
     read_tour, tsplib_tours},
    {"sylvan", "models of BEEM as decision diagrams, of the package Sylvan",
     "https://github.com/trolando/sylvan",
     {"https://raw.githubusercontent.com/trolando/sylvan/cd9ccd453f3123c6f0da933662c7019bb777b97c/models/{}",
      "https://raw.githubusercontent.com/sebastiaanbrand/reachability/22156f8d3daca0e8ff3cfe9ed704647c6cb6d201/sylvan/models/{}"},
     read_diagrams, sylvan_models},
    {"distbdd", "models of BEEM as decision diagrams, of the package DistBDD",
     "https://github.com/utwente-fmt/distbdd-tacas16",
     {"https://raw.githubusercontent.com/utwente-fmt/distbdd-tacas16/36791108c57a8eef3420bd842450bf6b3a93a6ad/models/{}"},
     read_diagrams, distbdd_models},
    {"microban", "Skinner's levels of Sokoban",
     "http://www.abelmartin.com/rj/sokobanJS/Skinner/David%20W.%20Skinner%20-%20Sokoban.htm",
     {"https://raw.githubusercontent.com/OMerkel/Sokoban/1420795566b08b95fe24aa90e204618243a915fb/3rdParty/Levels/{}"},
     read_levels, microban_levels},
    {"mcc", "Petri nets of the Model Checking Contest", "https://mcc.lip6.fr/models.php", {}, read_net, contest_nets},
};
// clang-format on

}  // namespace

std::span<const InstanceCollection> instance_collections() {
    return collections;
}

}  // namespace scrump::cli
