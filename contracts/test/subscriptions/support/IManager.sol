// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";

/// @title A subscription manager with all that it can do
interface IManager is ISubscriptionManager, IERC5267 {}
