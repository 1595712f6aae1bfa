"""What answers and hits are worth: one function a part of the page."""

from bench import Failed, figure, interval, of, share, ROOT

# Questions of a set of tables that are asked, drawn by seed 1.
SAMPLE = 500


def tables(part):
    over_tables(
        part, "Questions over tables",
        "WikiTableQuestions, its dev part, which no weight has seen. *Oracle*: one of the candidates is right.", "wtq", seen=False,
    )


def tables_seen(part):
    over_tables(part, "Questions over tables of annual reports", "TAT-QA, whose questions the weights that ship have seen.", "tatqa", seen=True)


def over_tables(part, heading, about, name, seen):
    part.begin(
        heading, f"{about} {SAMPLE} questions by seed 1.",
        "library", "questions", "right, best candidate", "oracle", "precision at 25, 50, 75 %", "calibration error, by chance alone", "p50, p95 ms",
    )
    if not (folder := part.path(name)):
        return
    for library, more in [("each its own table", []), ("all tables in one", ["--pooled"])]:
        found, _ = part.run("eval", "tables", folder, "--limit", str(SAMPLE), *more, *part.bench.flags)
        one = found["sets"][0]
        right = interval(**one["denotation"])
        precision = ", ".join(figure(one["precision"][f"at_{at}"]) for at in ("0.25", "0.5", "0.75"))
        calibration = one["calibration"]
        part.row(
            library, one["questions"], right, share(one["oracle"], one["questions"]), precision,
            f"{calibration['error']:.3f}, {calibration['noise']:.3f}", f"{one['p50_ms']:.0f}, {one['p95_ms']:.0f}",
        )
        if name == "wtq" and not more:
            part.bench.short.append((seen, f"{one['questions']} over Wikipedia tables (wtq dev), each over its own, best candidate", right, "", ""))


def tiny(part):
    part.begin(
        "Tiny libraries",
        "Everyday documents with plain questions, which someone wrote who saw the documents alone; no weight has seen them, but changes were made with them in view.",
        "file", "libraries", "answered rightly", "declined, of those without an answer", "failed",
    )
    repository = str(ROOT / "data/mini/libraries.json")
    for name, path in [("DATA/mini", part.path("mini/libraries.json")), ("data/mini", repository)]:
        if not path:
            continue
        found, _ = part.run("eval", "mini", path, *part.bench.flags)
        all_of, libraries = found["all"], len(found["libraries"])
        part.row(name, libraries, of(all_of["right"]), of(all_of["declined"]), of(all_of["failed"]))
        questions = all_of["right"]["of"] + all_of["declined"]["of"]
        part.bench.short.append((False, f"{questions} over {libraries} tiny libraries ({name})", of(all_of["right"]), "", of(all_of["declined"])))


def router_other_hand(part):
    part.begin(
        "Routing, questions of another hand",
        "Trained on the questions of this repository alone and measured on those that another hand wrote and labelled: what no weight "
        "has seen, but was looked at between changes. The weights that ship were trained on both. *Also right*: labels that count as right beside the first.",
        "decision", "questions", "right", "also right", "macro F1", "calibration error",
    )
    if not (folder := part.path("routing")):
        return
    found, _ = part.run("eval", "routing", "--data", str(ROOT / "data/routing"), "--leave-out", folder, *part.bench.embedder)
    for one in found["sets"]:
        if "task" in one:
            part.row(
                one["task"].replace("_", " "), one["questions"], figure(one["accuracy"]), figure(one["acceptable"]),
                figure(one["macro_f1"]), figure(one["calibration_error"]),
            )
        else:
            part.row("lists", "", f"precision {figure(one['precision'])}", f"recall {figure(one['recall'])}", "", "")


def router(part):
    part.begin(
        "Routing, questions that training left out",
        "Own questions of the router, by the hand of most of those that it was trained on. *Layer 3*: left undecided by rules and classifier.",
        "questions", "language", "count", "type", "intent", "granularity", "strategy", "lists: precision, recall", "layer 3", "type right among the rest",
    )
    found, _ = part.run("eval", "routing", "--data", str(ROOT / "data/routing"), *part.bench.embedder)
    for one in found["sets"]:
        for row in one.get("rows", []):
            if "type" in row:
                part.row(
                    one["set"], row["language"], row["questions"], *(figure(row[name]) for name in ("type", "intent", "granularity", "strategy")),
                    f"{figure(row['enumeration_precision'])}, {figure(row['enumeration_recall'])}",
                    figure(row["undecided"]), figure(row["right_among_decided"]),
                )


def reading_tables(part):
    part.begin(
        "Tables of PDFs",
        "The EU half of ICDAR 2013: neighbouring filled cells, over whole documents, so that finding and reading count together.",
        "documents", "adjacency F1", "precision", "recall", "neighbours in the gold tables", "read",
    )
    if not (folder := part.path("icdar2013-eu")):
        return
    command = ["scripts/tables-f1", part.bench.binary, folder]
    lines = part.script(*command, quoted=False, PERUSAL_MODEL__EMBEDDER="none").splitlines()
    whole = lines[-1].split()
    if whole[0] != "all":
        raise Failed(f"expected a line `all` at the end of `scripts/tables-f1`, got `{lines[-1]}`")
    # A line of names above, one of all below.
    part.row(len(lines) - 2, *whole[1:])


def retrieval(part):
    part.begin(
        "Retrieval", "Public sets in BEIR layout. The shares of the arms and the second hop were chosen with some of them in view.",
        "set", "documents", "topics", "strategy", "nDCG@10 [95 % interval]", "recall@5", "recall@10", "p50 ms",
    )
    for name in ["scifact", "musique-train-100", "hotpotqa-train-100", "2wiki-164", "clapnq-a", "xquad-a/en", "xquad-a/es"]:
        if not (folder := part.path(name)):
            continue
        found, _ = part.run("eval", "retrieval", folder, *part.bench.flags)
        for one in found["sets"]:
            for row in one["strategies"]:
                part.row(
                    one["name"], one["documents"], one["topics"], row["strategy"], interval(row["ndcg_10"], *row["ndcg_10_interval"]),
                    figure(row["recall_5"]), figure(row["recall_10"]), figure(row["p50_ms"], 1),
                )


def long_documents(part):
    part.begin(
        "Long documents",
        "How much of the evidence an analysis finds in how much of the text, beside flat search that may read as many tokens, and beside the "
        "first 32,000 tokens. Some scores of segments were fitted to these questions.",
        "set", "questions", "way", "evidence [95 % interval]", "tokens read", "segments read whole that hold evidence", "median ms",
    )
    for name, docs in [("loogle-wiki", "loogle-wiki/docs"), ("reports", "reports/files")]:
        if not (found := part.paths(f"{name}/qa.jsonl", docs)):
            continue
        measured, _ = part.run("eval", "analysis", found[0], "--docs", found[1], *part.bench.embedder)
        whole = next(group for group in measured["groups"] if group["type"] == "all")
        for arm in whole["arms"]:
            ours = arm["arm"] == "analyze"
            part.row(
                name, whole["questions"], arm["arm"], interval(arm["evidence"], arm["low"], arm["high"]), figure(arm["tokens"]),
                f"{whole['segments_with_evidence']} of {whole['segments_read']}" if ours else "", figure(whole["ms"], 0) if ours else "",
            )


def documents(part):
    part.begin(
        "Questions over documents", "The weights that ship have seen these questions, which flatters them.",
        "set", "questions", "right", "stated and wrong", "the same, paraphrases too", "contradicted", "right, best candidate",
        "calibration error of what is shown, by chance alone", "declined of the unanswerable", "gold page @5, @10", "seconds a question, median",
    )
    for name, docs, told in [
        ("reports", "reports/files", "on 20 annual reports, filings and manuals"),
        ("insurance", "insurance/pdf", "on 22 insurance filings"),
        ("pdf-tables", "pdf-tables/pdfs", "on tables of PDFs (pdf-tables)"),
    ]:
        if not (found := part.paths(f"{name}/qa.jsonl", docs)):
            continue
        measured, _ = part.run("eval", "qa", found[0], "--docs", found[1], *part.bench.flags)
        trust = measured["trust"]["all"]
        pages = ", ".join(share(trust["pages"][at]["count"], trust["pages"][at]["of"]) for at in ("at_5", "at_10"))
        declined = figure(measured["all"]["abstention_recall"], 2)
        shown = trust["calibration_shown"]
        part.row(
            name, trust["questions"], of(trust["right"]), of(trust["wrong_stated"]), of(trust["wrong_stated_in_any_words"]), of(trust["contradicted"]),
            of(trust["best_candidate_right"]), f"{shown['error']:.3f}, {shown['noise']:.3f}" if shown else "none", declined, pages,
            figure(measured["all"]["seconds_p50"], 2),
        )
        part.bench.short.append((True, f"{trust['questions']} {told}", of(trust["right"]), of(trust["wrong_stated"]), declined))


def passages(part):
    part.begin(
        "Questions over passages",
        "clapnq-a: as many questions with an answer as without. The weights that ship have seen these questions, which flatters them.",
        "questions", "right first sentence", "quotes that are right", "answered of the answerable", "declined of the unanswerable",
        "confidence on the held-out half: area under the curve, calibration error",
    )
    if not (found := part.paths("clapnq-a/qa.jsonl", "clapnq-a")):
        return
    measured, _ = part.run("eval", "qa", found[0], "--docs", found[1], *part.bench.flags)
    whole, half = measured["all"], measured["confidence"]["held_out_half"]
    decided = whole["abstention"]
    # `answered` counts questions with an answer; those without one that got one are apart.
    answerable = decided["answered"] + decided["declined_wrongly"]
    declined = figure(whole["abstention_recall"], 2)
    part.row(
        whole["questions"], figure(whole["right_first_sentence"]), f"{whole['quotes_right']} of {whole['quotes']}",
        share(decided["answered"], answerable), declined, f"{figure(half['auc'])}, {figure(half['calibration_error'])}",
    )
