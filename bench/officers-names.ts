/** Common names in Kenya, so that a search finds as many people as in real use. */
export const WOMEN =
  'Wanjiru Wanjiku Njeri Nyambura Wairimu Wangari Muthoni Wambui Achieng Akinyi Atieno Adhiambo Awuor Anyango Chebet Chepkoech Jepkosgei Cherono Jepchirchir Nekesa Nafula Nasimiyu Halima Fatuma Amina Zainab Khadija Mwanaisha Mercy Grace Faith Esther Mary Jane Ann Lucy Ruth Naomi Winnie Purity Sharon Brenda Caroline Lilian Dorcas Kerubo Moraa Kwamboka Mumbua Mwende Ndinda Nthenya Kanini Gacheri Kendi Karimi Makena Nkatha Sadia Nasra'.split(
    ' ',
  )
export const MEN =
  'Kamau Njoroge Mwangi Kariuki Karanja Maina Kimani Ochieng Otieno Odhiambo Onyango Omondi Owino Kiprop Kipchoge Kibet Cheruiyot Kiptoo Wafula Wekesa Barasa Simiyu Abdi Hassan Mohamed Ibrahim Yusuf Ali James John Peter David Joseph Daniel Samuel Paul Brian Kevin Dennis Victor Collins Felix Nyaribo Mogaka Ondieki Mutua Musyoka Kioko Mutiso Ndunda Muriuki Kirimi Mwenda Muthomi Salim Juma Baraka Hamisi Lekishon Ole'.split(
    ' ',
  )
export const FAMILIES =
  'Kamau Njoroge Mwangi Kariuki Karanja Maina Kimani Ndungu Gitau Mbugua Waweru Kinyua Macharia Gathoni Ochieng Otieno Odhiambo Onyango Omondi Owino Okoth Ouma Oduor Ogola Opiyo Okello Kiprop Kibet Cheruiyot Kiptoo Rotich Koech Langat Bett Sang Mutai Chepkwony Wafula Wekesa Barasa Simiyu Masinde Wanyonyi Makokha Shikuku Abdi Hassan Mohamed Ibrahim Yusuf Ali Omar Noor Farah Adan Nyaribo Mogaka Ondieki Nyambane Ombati Mutua Musyoka Kioko Mutiso Ndunda Mutuku Kilonzo Nzioka Muriuki Kirimi Mwenda Muthomi Mbaabu Kinoti Salim Juma Baraka Hamisi Mwakio Mwangome Lekishon Lesuuda Nkaissery Leboo Ekai Lokorio Ewoi Galgalo Jillo Buya Komora Randu Charo Katana Kazungu'.split(
    ' ',
  )
