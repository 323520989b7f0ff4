// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {RefundTest} from "./support/RefundTest.sol";

contract RefundConstructorTest is RefundTest {
    function test_names_the_processor() public view {
        vm.assertEq(address(refunds.processor()), address(processor), "processor");
    }

    function test_refuses_a_processor_without_code() public {
        vm.expectRevert(IRefundManager.InvalidConfiguration.selector);
        deployRefunds(relayer);
    }
}
