// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.request.LocalAction;

/** Surveys the near-duplicates of indexes that the caller may read. */
public final class SurveyAction extends LocalAction<SurveyResponse> {
  /** The name for roles to grant; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/survey";

  public static final SurveyAction INSTANCE = new SurveyAction();

  private SurveyAction() {
    super(NAME);
  }
}
