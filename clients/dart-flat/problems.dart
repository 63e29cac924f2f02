// Problems as the API tells them (docs/api/problems.md), for clients made by the plain Dart generator.
import 'dart:convert';

import 'package:rummy/api.dart';

/// What an operation has thrown as a problem; null where it is none of the API.
Problem? problemOf(Object thrown) {
  try {
    return Problem.fromJson(jsonDecode((thrown as ApiException).message!));
  } catch (_) {
    return null;
  }
}
