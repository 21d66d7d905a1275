// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The defaults, standard tokenizer and shingles of three, with languages that are written without
 * spaces or from right to left: they need no extra plugin.
 */
public class LanguagesTests extends IngestTestCase {
  /** Unrelated texts differ in about 32 bits. */
  private static final int APART = 20;

  private static final List<String> CHINESE =
      List.of(
          "受强冷空气影响，本市今天夜间到明天将出现大风降温天气，最低气温将下降八到十度。气象部门提醒市民注意添加衣物，"
              + "外出时远离临时搭建物和广告牌；农业部门要求各区做好大棚蔬菜的防冻工作，交通部门将在主要桥梁和高架道路上"
              + "准备除雪设备，必要时对部分路段采取限行措施。",
          "新建的城市图书馆将于下个月正式向读者开放。图书馆共有六层，藏书一百二十万册，设有儿童阅览室、盲人阅览室和"
              + "二十四小时自助借书区。馆长表示，读者只需出示身份证即可免费办理借书证，每次最多可以借阅十本图书，"
              + "借期为一个月，逾期不再收取罚款。",
          "在昨晚结束的羽毛球公开赛男子单打决赛中，年仅十九岁的小将以二比一逆转战胜了卫冕冠军，夺得个人职业生涯的"
              + "首个冠军。赛后他说，教练在第二局开始前让他放慢节奏，多打网前，这一改变帮助他找回了信心，下一站比赛"
              + "他希望能够打进前四名。");
  private static final List<String> JAPANESE =
      List.of(
          "気象庁によりますと、強い台風十五号は今夜遅くに九州南部へ上陸するおそれがあります。沿岸の地域では高波や高潮に"
              + "厳重な警戒が必要です。鉄道各社はあすの始発から運転を見合わせる計画で、空の便も百便以上の欠航が決まっています。"
              + "市は避難所を三十か所に開設しました。",
          "駅前の古い映画館が、市民の寄付によって来年の春に再び開館することになりました。建物は昭和の初めに建てられた"
              + "もので、座席は百二十席、スクリーンは一つだけです。館長になる山田さんは、子どもたちに大きな画面で"
              + "映画を見る楽しさを伝えたいと話しています。",
          "研究チームは、深海に住む小さなエビが発する光の仕組みを初めて明らかにしたと発表しました。エビは敵に襲われると"
              + "青い液体を吐き出し、その中に含まれる酵素が海水の酸素と反応して光るということです。この成果は医療用の"
              + "検査薬への応用が期待されています。");
  private static final List<String> KOREAN =
      List.of(
          "서울시는 다음 달부터 심야 버스 노선을 열두 개에서 열여덟 개로 늘린다고 밝혔다. 새 노선은 밤 열한 시부터 다음 날 "
              + "새벽 네 시까지 이십 분 간격으로 운행하며, 요금은 지금과 같다. 시는 대학가와 병원 주변을 지나는 노선을 먼저 "
              + "만들어 늦게 퇴근하는 시민들의 불편을 줄일 계획이다.",
          "올해 사과 농사는 봄에 내린 서리와 긴 장마 때문에 예년보다 수확량이 크게 줄었다. 농민들은 가격이 올라도 팔 물건이 "
              + "없다며 한숨을 쉬고 있다. 정부는 피해를 입은 농가에 낮은 이자로 자금을 빌려주고, 내년 봄까지 서리를 막는 "
              + "시설을 설치하도록 지원하기로 했다.",
          "국립 박물관은 백 년 전 해외로 나갔던 불교 그림 세 점이 고향으로 돌아왔다고 발표했다. 그림은 십오 세기에 그려진 "
              + "것으로 색이 거의 바래지 않았다. 박물관은 보존 처리를 마친 뒤 가을 특별전에서 관람객에게 처음으로 "
              + "공개할 예정이라고 설명했다.");
  private static final List<String> ARABIC =
      List.of(
          "أعلنت هيئة الأرصاد الجوية أن عاصفة رملية قوية ستضرب شمال البلاد مساء اليوم، ودعت المواطنين إلى البقاء في منازلهم "
              + "وإغلاق النوافذ وعدم القيادة إلا عند الضرورة، كما أعلنت وزارة التربية تعليق الدراسة غدا في جميع المدارس.",
          "افتتح الرئيس صباح أمس متحفا جديدا للفن الإسلامي يضم أكثر من ألفي قطعة نادرة من المخطوطات والسجاد والخزف، وقال "
              + "مدير المتحف إن الدخول سيكون مجانيا للطلاب طوال العام الأول وإن المكتبة ستفتح أبوابها قريبا.");
  private static final List<String> HEBREW =
      List.of(
          "עיריית תל אביב הודיעה הבוקר כי שבילי האופניים ברחובות המרכזיים יורחבו עד סוף השנה, וכי מספר מקומות החניה לרכב "
              + "פרטי יצטמצם בהתאם. התושבים הוזמנו להגיש הערות לתוכנית עד סוף החודש הבא.",
          "חוקרים מהאוניברסיטה העברית גילו בחפירות ליד ים המלח כד חרס ובו מאות זרעי תמרים בני אלפיים שנה. הם מקווים להנביט "
              + "כמה מהם ולגדל עצים מזן שנכחד בתקופה הרומית.");

  private long print(String text) {
    return fingerprint(fingerprinter(Map.of()), text).orElseThrow();
  }

  private int distance(String one, String other) {
    return Fingerprint.distance(print(one), print(other));
  }

  private void assertApart(int least, List<String> texts) {
    int[] distances =
        IntStream.range(0, texts.size())
            .flatMap(i -> IntStream.range(0, i).map(j -> distance(texts.get(i), texts.get(j))))
            .toArray();
    assertEquals(least, IntStream.of(distances).min().orElseThrow());
    assertTrue(least >= APART);
  }

  /** The sorted distances to all texts with one character changed or removed. */
  private int[] edits(String text) {
    return IntStream.range(0, text.length())
        .map(
            i ->
                distance(
                    text, text.substring(0, i) + (i % 2 == 0 ? "新" : "") + text.substring(i + 1)))
        .sorted()
        .toArray();
  }

  /**
   * An edit affects a few shingles, which is a small part of a page and a larger one of a
   * paragraph, and never moves a text as far away as an unrelated text. The documentation quotes
   * these medians.
   */
  private void assertEdits(List<String> texts, int medianOfPage, Integer... mediansOfParagraphs) {
    int[] page = edits(String.join("\n", texts));
    assertEquals(medianOfPage, page[page.length / 2]);
    assertEquals(
        List.of(mediansOfParagraphs),
        texts.stream()
            .map(this::edits)
            .peek(paragraph -> assertTrue(paragraph[paragraph.length - 1] < APART))
            .map(paragraph -> paragraph[paragraph.length / 2])
            .toList());
  }

  /** Characters are tokens, so one more or less affects three shingles. */
  public void testChineseAndJapanese() {
    assertApart(29, CHINESE);
    assertEdits(CHINESE, 2, 6, 4, 4);
    assertApart(27, JAPANESE);
    assertEdits(JAPANESE, 3, 4, 5, 5);
  }

  /** Words are tokens, of which there are fewer. */
  public void testKorean() {
    assertApart(26, KOREAN);
    assertEdits(KOREAN, 6, 8, 9, 10);
  }

  public void testFromRightToLeft() {
    assertApart(30, ARABIC);
    assertEdits(ARABIC, 6, 10, 8);
    assertApart(32, HEBREW);
    assertEdits(HEBREW, 5, 10, 10);
  }

  public void testPunctuationMakesNoDifference() {
    for (List<String> texts : List.of(CHINESE, JAPANESE, KOREAN, ARABIC, HEBREW)) {
      for (String text : texts) {
        assertEquals(print(text), print(text.replaceAll("[、。，；：.,،]", " \u200B\n")));
      }
    }
  }

  private List<String> tokens(String text) {
    var features = featuresOf(fingerprinter(Map.of("features", "token")), text);
    return IntStream.range(0, features.count()).mapToObj(features::text).toList();
  }

  public void testWhatIsAToken() {
    assertEquals(List.of("重", "复", "新", "闻"), tokens("重复，新闻"));
    assertEquals(List.of("東", "京", "は", "タワー"), tokens("東京は、タワー。"));
    assertEquals(List.of("한국어", "텍스트"), tokens("한국어 텍스트!"));
    assertEquals(List.of("مرحبا", "بالعالم"), tokens("مرحبا، بالعالم!"));
    assertEquals(List.of("สวัส", "ดีชาว"), tokens("สวัส ดีชาว"));
    // From the supplementary planes.
    assertEquals(List.of("𠮷", "野", "家"), tokens("𠮷野家"));
  }

  /** A sequence is one token, which distinguishes families, flags and skin colors. */
  public void testEmoji() {
    List<String> emoji =
        List.of(
            "👨‍👩‍👧‍👦",
            "👨",
            "👩",
            "👨‍👩‍👧",
            "👩🏽‍💻",
            "👩🏿‍💻",
            "🇩🇪",
            "🇫🇷",
            "👍",
            "👍🏽",
            "👍🏿",
            "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
            "1️⃣",
            "❤️");
    for (int i = 0; i < emoji.size(); i++) {
      assertEquals(List.of("i", emoji.get(i), "pizza"), tokens("I " + emoji.get(i) + " pizza!"));
      for (int j = 0; j < i; j++) {
        assertTrue(
            emoji.get(i) + emoji.get(j),
            distance("I " + emoji.get(i) + " pizza", "I " + emoji.get(j) + " pizza") > 10);
      }
    }
    assertEquals(List.of("🇩🇪", "🇫🇷"), tokens("🇩🇪🇫🇷"));
  }

  /** Equivalent code point sequences. */
  private static final Map<String, String> SAME =
      Map.of(
          "caf\u00e9 na\u00efve \u1ec7", "cafe\u0301 nai\u0308ve e\u0323\u0302",
          "한국어 텍스트",
              "\u1112\u1161\u11AB\u1100\u116E\u11A8\u110B\u1165 \u1110\u1166\u11A8\u1109\u1173\u1110\u1173",
          "パソコン ガイド", "ﾊﾟｿｺﾝ ｶﾞｲﾄﾞ",
          "が ぱ", "か\u3099 は\u309A",
          "Open Search 2026", "Ｏｐｅｎ　Ｓｅａｒｃｈ　２０２６",
          "fine office ½", "ﬁne oﬃce ½",
          "\u05E9\u05C1\u05DC\u05D5\u05DD", "\uFB2A\u05DC\u05D5\u05DD",
          "\u0633\u0644\u0627\u0645", "\uFEB3\uFEFC\uFEE1",
          "\u212B \u2126 K", "\u00C5 \u03A9 \u212A",
          // Two marks in either order.
          "q\u0323\u0307 a", "q\u0307\u0323 a");

  public void testTwoWaysToWriteOneTextHaveOneFingerprint() {
    for (String features : List.of("token", "shingle", "char_ngram")) {
      TextFingerprinter fingerprinter = fingerprinter(Map.of("features", features));
      SAME.forEach(
          (one, other) -> {
            assertNotEquals(one, other);
            assertEquals(one, fingerprint(fingerprinter, one), fingerprint(fingerprinter, other));
          });
    }
  }

  /** An accent or a vowel sign makes a different word. */
  public void testMarksAreNotDropped() {
    for (String features : List.of("shingle", "char_ngram")) {
      TextFingerprinter fingerprinter = fingerprinter(Map.of("features", features));
      assertNotEquals(fingerprint(fingerprinter, "résumé"), fingerprint(fingerprinter, "resume"));
      assertNotEquals(fingerprint(fingerprinter, "कि"), fingerprint(fingerprinter, "की"));
      assertNotEquals(fingerprint(fingerprinter, "がく"), fingerprint(fingerprinter, "かく"));
    }
  }
}
