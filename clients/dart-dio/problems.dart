// Problems as the API tells them (docs/api/problems.md), for clients made by dart-dio.
import 'package:dio/dio.dart';
import 'package:rummy/rummy.dart';

/// What an operation has thrown as a problem; null where it is none of the API.
Problem? problemOf(Object thrown) {
  try {
    return standardSerializers.deserializeWith(Problem.serializer, (thrown as DioException).response?.data);
  } catch (_) {
    return null;
  }
}
